"""Verbs, as far as their form tells: what a second half of a sentence needs to be an assertion.

Owned here: the four grammars. A form is known by a short list or by an ending that hardly any noun has;
what is not known is no verb, and the sentence stays whole.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mailmind.core.wordlist import words


@dataclass(frozen=True, slots=True)
class Grammar:
    """The small words of one language, and how its verbs look."""

    before_participle: frozenset[str]
    """To be and to have: a participle follows them."""
    before_infinitive: frozenset[str]
    """Modals and the like: an infinitive follows them."""
    pronouns: frozenset[str]
    determiners: frozenset[str]
    prepositions: frozenset[str]
    nots: frozenset[str]
    participle: re.Pattern[str]
    infinitive: re.Pattern[str]
    present: re.Pattern[str]
    """Finite main verbs, as they stand right after their subject."""
    no_verbs: frozenset[str]
    """Words that only look like one."""
    verb_last: bool = False
    """True where participles and infinitives close their clause."""
    adjective_first: bool = False
    """True where a participle before a noun describes it."""
    drops_subject: bool = False
    """True where a sentence may begin with its verb."""

    @property
    def finite(self) -> frozenset[str]:
        """All that holds a predicate of more than one word together."""
        return self.before_participle | self.before_infinitive

    def forms_after(self, finite: str, *, linked: bool) -> tuple[re.Pattern[str], ...]:
        """How a second verb looks under an auxiliary; ``linked`` by a form of to be that follows it."""
        as_participle = linked or finite in self.before_participle
        as_infinitive = not linked and finite in self.before_infinitive
        return (self.participle,) * as_participle + (self.infinitive,) * as_infinitive

    def is_verb(self, word: str, forms: Sequence[re.Pattern[str]]) -> bool:
        """Whether a word has one of these forms, and is not known to be something else."""
        known = word in self.no_verbs or not word.islower()
        return not known and any(form.fullmatch(word) for form in forms)


_IRREGULAR = (
    "sent paid made done given taken gone bought brought built caught come chosen found forgotten kept "
    "left lent lost met put read said seen sold set shown spent told thought understood won written "
    "drawn driven held known led thrown cut"
)
_PAST = (
    "sent paid made did gave took went bought brought built caught came chose found forgot got kept "
    "left lent lost met said saw sold spent told thought understood won wrote drew drove held "
    "knew led threw ran bit began"
)
_BASE = (
    "accept add agree answer apologise approve arrange arrive ask attend begin bill book bring build buy "
    "call cancel change charge check choose close collect come confirm contact continue cost cover credit "
    "deduct deliver deposit discuss email end exchange expire extend find finish fix fly follow give go "
    "grant handle help include inform inspect install invoice invite issue join keep lead leave lend let "
    "lower make meet move offer open order organise pack pay pick plan postpone prepare print process "
    "provide publish put raise read receive refund renew rent repair replace reply report reserve return "
    "run sell send set settle ship show sign start stay stop store submit take talk tell terminate "
    "test track transfer try update visit wait withdraw work write"
)


def _either(*lists: str) -> str:
    return "|".join(sorted({re.escape(word) for text in lists for word in text.split()}))


def _third(verbs: str) -> str:
    ends = (("s", "ses"), ("sh", "shes"), ("ch", "ches"), ("x", "xes"))
    found = []
    for verb in verbs.split():
        es = next((verb.removesuffix(end) + more for end, more in ends if verb.endswith(end)), "")
        if verb[-1] == "y" and verb[-2] not in "aeou":
            es = verb[:-1] + "ies"
        found.append(es or f"{verb}s")
    return " ".join(found)


ENGLISH = Grammar(
    before_participle=words(
        "is are was were has have had isn't aren't wasn't weren't hasn't haven't"
    ),
    before_infinitive=words(
        "will would shall should can could may might must does do did won't can't doesn't don't didn't "
        "cannot"
    ),
    pronouns=words("it they we he she i you"),
    determiners=words("the a an this that these those my your our their his her its all both no some"),
    prepositions=words("on in at by from to for until till before after within with during of off over"),
    nots=words("not never neither cannot won't can't isn't aren't wasn't weren't doesn't don't didn't "
               "hasn't haven't hardly"),
    participle=re.compile(rf"\w{{2,}}ed|{_either(_IRREGULAR)}"),
    infinitive=re.compile(f"{_either(_BASE, 'get')}"),
    present=re.compile(rf"\w{{2,}}ed|{_either(_PAST, _third(_BASE), 'gets')}"),
    no_verbs=words("need bed feed speed seed red indeed hundred embed"),
    adjective_first=True,
)  # fmt: skip
GERMAN = Grammar(
    before_participle=words("ist sind war waren wird werden wurde wurden hat haben"),
    before_infinitive=words(
        "wird werden kann können muss müssen soll sollen darf dürfen will wollen könnte könnten"
    ),
    pronouns=words("wir sie es er ich du ihr man"),
    determiners=words("der die das den dem des ein eine einen einem einer kein keine keinen ihr ihre "
                      "mein meine unser unsere sein seine alle"),
    prepositions=words("am im an in auf bis von vom zu zum zur für mit bei beim nach vor ab um aus über"),
    nots=words("nicht kein keine keinen keinem keiner nie niemals weder kaum"),
    participle=re.compile(
        r"(?:ab|an|auf|aus|ein|zu|zurück|mit|vor|nach|weg|her|hin|los|um)?ge\w{2,}(?:t|en)|"
        r"(?:be|ver|er|ent|zer|über|unter)\w{2,}(?:t|en)|\w{3,}iert"
    ),
    infinitive=re.compile(r"\w{2,}(?:en|ern|eln)"),
    present=re.compile(r"\w{2,}(?:t|te|ten)"),
    no_verbs=words(
        "nicht mit seit erst heute bereits jetzt oft fast gut laut samt statt weit letzte letzten bitte "
        "leicht recht echt acht ganzen morgen gegen wegen zwischen neben ihnen unten oben außen gestern "
        "einen keinen meinen seinen ihren unseren diesen jeden allen vielen neuen alten eben hinten "
        "erste ersten zweite zweiten dritte dritten rote roten weiten besten ersten getrennt"
    ),
    verb_last=True,
)  # fmt: skip
FRENCH = Grammar(
    before_participle=words(
        "est sont était étaient sera seront a ont avons avez sommes êtes"
    ),
    before_infinitive=words("va vont peut peuvent pouvez pouvons doit doivent devez"),
    pronouns=words("il elle ils elles nous vous on je tu"),
    determiners=words("le la les l' un une des du de ce cet cette ces mon ma mes notre nos votre vos son sa "
                      "ses leur leurs aucun aucune"),
    prepositions=words("à au aux en dans sur par pour avec chez avant après jusqu'à jusqu'au dès depuis "
                       "sous sans vers"),
    nots=words("pas jamais plus ni aucun aucune"),
    participle=re.compile(r"\w{2,}ée?s?|(?:re)?mise?s?|(?:re)?prise?s?|faite?s?|dite?s?|écrite?s?|"
                          r"(?:re)?çue?s?|reçue?s?|rendue?s?|vendue?s?|perdue?s?|ouverte?s?|"
                          r"offerte?s?|payée?s?|finie?s?|choisie?s?|fournie?s?"),
    infinitive=re.compile(r"\w{2,}(?:er|ir|oir)|(?:re)?prendre|rendre|vendre|(?:re)?mettre|faire|dire|"
                          r"écrire|répondre|attendre|remettre"),
    present=re.compile(r"\w{2,}(?:(?:er|ir|rr|dr)(?:a|ont|ai|ez|ons)|aient)|commence|finit|coûte|"
                       r"paie|envoie|appelle|expire|prend|remplace|rembourse|livre"),
    no_verbs=words("hier hiver dernier premier février janvier papier entier avenir loisir soir noir année "
                   "journée soirée arrivée entrée"),
)  # fmt: skip
SPANISH = Grammar(
    before_participle=words("es son fue fueron será serán ha han está están hemos"),
    before_infinitive=words("puede pueden podemos debe deben va van"),
    pronouns=words("él ella ellos ellas usted ustedes nosotros yo tú"),
    determiners=words("el la los las un una unos unas este esta estos estas mi mis su sus nuestro nuestra "
                      "ningún ninguna todo todos"),
    prepositions=words("en a al de del por para con hasta desde antes después entre sin sobre"),
    nots=words("no nunca ni tampoco ningún ninguna jamás"),
    participle=re.compile(r"\w{2,}(?:ad|id)[oa]s?|hech[oa]s?|escrit[oa]s?|puest[oa]s?|abiert[oa]s?|"
                          r"devuelt[oa]s?|vist[oa]s?|dich[oa]s?"),
    infinitive=re.compile(r"\w{2,}(?:ar|er|ir)(?:l[aeo]s?|se|me|nos)?"),
    present=re.compile(r"\w{2,}(?:rá|rán|remos|ó|aron|ieron)|empieza|termina|cuesta|paga|envía|llama|"
                       r"vence|incluye|devuelve"),
    no_verbs=words("ayer lugar mujer taller alquiler estado mercado lado"),
    drops_subject=True,
)  # fmt: skip
_ALL = (ENGLISH, GERMAN, FRENCH, SPANISH)


def grammar_of(found: Sequence[str]) -> Grammar:
    """The grammar whose small words stand most often among these; English where none leads."""

    def score(grammar: Grammar) -> int:
        small = grammar.finite | grammar.determiners | grammar.prepositions | grammar.pronouns
        return sum(word in small for word in found)

    return max(_ALL, key=score)
