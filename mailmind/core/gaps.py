"""The second half of a sentence that names another subject, and a verb that is said once for both.

Owned here: the verb that is put back is the first half's own. Where it cannot be put back with certainty,
the halves are tied.
"""

from collections.abc import Sequence

from mailmind.core.half import ADVERBS, FIGURE, NEAR, Cut, Half, Tied, auxiliary, main_verb
from mailmind.core.predicates import Grammar
from mailmind.core.wordlist import words

_IS_WORTH = words(
    "is are was were costs cost ist sind war kostet kosten beträgt betragen est sont coûte coûtent es son "
    "cuesta cuestan"
)
_ABOUT = words(
    "about around another up roughly etwa ungefähr rund environ autre unos unas otro otra"
)


def with_verb_left_out(first: Half, second: Half, grammar: Grammar) -> Cut | Tied | None:
    """As in "The fee is 5 EUR and the deposit 50 EUR", "the blue one to Bert and the red one to Carl"."""
    if cut := _another_figure(first, second, grammar):
        return cut
    verb = auxiliary(first, grammar) or main_verb(first, grammar, None)
    if verb and _is_clause(second, grammar):
        return Cut(first.text, second.text)
    named = second.words[0].group()[0].isupper() and second.folded[1:2]
    if not (second.folded[0] in grammar.determiners or (named and named[0] in grammar.determiners)):
        return None
    mine, theirs = _prepositions(first, grammar), _prepositions(second, grammar)
    if verb and (named or (mine and theirs and mine[-1] == theirs[-1])):
        return Tied(first.text, second.text)
    return None


def _is_clause(half: Half, grammar: Grammar) -> bool:
    """As in "the bill follows on Tuesday": a subject with a verb that is no participle."""
    verbs = [match.group() for match in half.words[1:NEAR]]
    return half.folded[0] in grammar.determiners and any(
        grammar.is_verb(verb, (grammar.present,)) and not grammar.participle.fullmatch(verb)
        for verb in verbs
    )


def _another_figure(first: Half, second: Half, grammar: Grammar) -> Cut | None:
    """As in "the fee is 5 EUR and the deposit 50 EUR"."""
    worth = next((n for n, word in enumerate(first.folded) if word in _IS_WORTH), None)
    figure = FIGURE.search(second.text)
    if not worth or figure is None:
        return None
    name, value = second.text[: figure.start()].strip(), second.text[figure.start() :]
    small = grammar.prepositions | ADVERBS | _ABOUT
    plain = bool(name) and not any(word in small for word in Half.of(name).folded)
    if plain and FIGURE.match(first.text[first.words[worth].end() :].strip()):
        return Cut(first.text, f"{name} {first.words[worth].group()} {value}")
    return None


def _prepositions(half: Half, grammar: Grammar) -> Sequence[str]:
    return [word for word in half.folded if word in grammar.prepositions]
