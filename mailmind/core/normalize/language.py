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

_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH = 4000
"""Characters that are looked at; the language of a mail shows in its first lines."""


def guess(text: str) -> tuple[tuple[str, ...], bool]:
    """The languages of a text, the likeliest first, and whether the first is sure.

    A word that several languages share counts a part for each. English leads where nothing tells.
    """
    score: Counter[str] = Counter()
    for word in _WORD.findall(text[:_ENOUGH].lower()):
        votes = _VOTES.get(word)
        if votes:
            for lang in votes:
                score[lang] += 60 // len(votes)
    if not score:
        return ("en",), False
    ranked = score.most_common(2)
    _best, points = ranked[0]
    other = ranked[1][1] if len(ranked) > 1 else 0
    sure = points >= 60 and points >= (2 if points >= 120 else 3) * other
    order = [lang for lang, _ in score.most_common(3) if score[lang] * 3 >= points]
    return tuple(dict.fromkeys([*order, "en"])), sure
