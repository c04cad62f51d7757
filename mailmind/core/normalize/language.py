"""Which language a text is written in, guessed cheaply from its commonest words.

Owned here: a guess is only a guess. It is sure where a word of one language stands in the text and
clearly fewer of any other.
"""

import re
from collections import Counter

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt")

_COMMON = {
    "en": """the and of to in is that for you with on are this be your have will at from not we our was an
        has by as or so it its me all order refund price payment invoice please thanks thank due days
        sold paid shipped units customers""",
    "de": """der die das und ist nicht ein eine einen mit für auf den dem von zu im ich sie wir uhr ihre
        ihr ihren bis am beträgt wird bitte sehr vom zum zur bei auch in was so an hat war es aus als
        oder um über rechnung bestellung preis betrag danke stück lieferung kosten""",
    "fr": """le les des et est une dans pour que qui sur vous nous avec du au ce sont pas votre je à aux
        cette plus jusqu on a en par nos de la un se me facture commande prix montant merci jours""",
    "es": """el los las y es una para que por con del se su al en como más fue ha sus nuestro usted está
        hasta desde de la un a no me factura pedido precio importe gracias días cuesta""",
    "it": """il gli di che e è per con non del della una sono al dei nel alla questo vostro suo fino in
        a la le si da un se me fattura ordine prezzo importo grazie giorni costa""",
    "nl": """het een van en is op te dat met voor niet zijn aan bij ook uw wij wordt naar tot de die in
        we was of dit als om me factuur bestelling prijs bedrag bedankt dagen kost""",
    "pt": """o os as do da e é um uma para com não em no na por mais dos seu sua você até pelo de a se
        me fatura pedido preço valor obrigado dias custa""",
}
_VOTES: dict[str, tuple[str, ...]] = {}
for _lang, _words in _COMMON.items():
    for _word in _words.split():
        _VOTES[_word] = (*_VOTES.get(_word, ()), _lang)
_VOTES |= {word.capitalize(): votes for word, votes in _VOTES.items() if len(word) > 1}
# capitals alone are names and abbreviations ("ET&S"), whatever language they look like

_WORD = re.compile(r"[a-zA-Z\u00c0-\u024f]+")
_ENOUGH = 2000
"""Characters that are looked at; the language of a mail shows in its first lines."""
_POINTS = 60
"""Of a word that one language has alone."""
_FEW = 12
"""Words of a text in which a single telling one is enough."""
_MANY = 150
_SHARE = 40
"""One word in so many must be telling; where fewer are, they are strays among names and numbers."""


def guess(text: str) -> tuple[tuple[str, ...], bool]:
    """The languages of a text, the likeliest first, and whether the first is sure.

    A word that several languages share counts a part for each. English leads where nothing tells.
    """
    head = text[:_ENOUGH]
    found = _WORD.findall(head.lower() if head.isupper() else head)
    if len(found) < _MANY and len(text) > _ENOUGH:  # a wide layout, a long list of addresses
        found = _WORD.findall(text[: 4 * _ENOUGH])
    telling = Counter([word for word in found if word in _VOTES])
    score: dict[str, int] = {}
    for word, times in telling.items():
        votes = _VOTES[word]
        for lang in votes:
            score[lang] = score.get(lang, 0) + times * (_POINTS // len(votes))
    if not score:
        return ("en",), False
    ranked = sorted(score, key=score.__getitem__, reverse=True)[:3]
    points = score[ranked[0]]
    other = score[ranked[1]] if len(ranked) > 1 else 0
    clear = points >= _POINTS and points >= (2 if points >= 2 * _POINTS else 3) * other
    enough = len(found) <= _FEW or _supported(ranked[0], telling, len(found))
    order = [lang for lang in ranked if score[lang] * 3 >= points]
    return tuple(dict.fromkeys([*order, "en"])), clear and enough


def _supported(lang: str, telling: Counter[str], words: int) -> bool:
    """Whether more than a stray word of a longer text is of the language."""
    own = [times for word, times in telling.items() if lang in _VOTES[word]]
    return len(own) > 1 and sum(own) * _SHARE >= words
