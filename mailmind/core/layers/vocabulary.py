"""The words that mail programs write around other people's text, in the languages they speak.

Owned here: words only. What they mean together is decided in ``marks``.
"""

import re

FROM, SENT, TO, COPY, SUBJECT, OTHER = "from", "sent", "to", "copy", "subject", "other"

_SENT = (
    "sent gesendet gesendet_am envoyé envoyé_le enviado enviado_el enviado_em enviada_em data_de_envio"
    " inviato verzonden skickat sendt lähetetty wysłano odesláno odoslané elküldve küldve trimis"
    " отправлено надіслано gönderilen στάλθηκε sent_at 发送时间 送信日時"
)
_FIELDS = {
    FROM: "from von de da van från fra lähettäjä od от kimden author afsender expéditeur remitente"
    " mittente absender afzender feladó de_la від από 发件人 寄件者 差出人",
    SENT: f"{_SENT} date datum fecha data message_du dato päivämäärä дата tarih dátum dată ημερομηνία"
    " 日期 日時",
    TO: "to an à a para pour aan till til vastaanottaja do komu кому kime destinataire destinatario"
    " destinatari empfänger címzett către προς 收件人 宛先",
    COPY: "cc bcc kopie kopi kopia copia cópia copie copie_à копия копія bilgi másolat másolatot_kap"
    " κοιν 抄送",
    SUBJECT: "subject betreff objet asunto assunto oggetto onderwerp ämne emne aihe temat тема konu sujet"
    " předmět predmet tárgy subiect θέμα 主题 主旨 件名",
    OTHER: "reply-to antwort_an importance priority wichtigkeit priorität attachments anlagen organization"
    " newsgroups sensitivity",
}
FIELD_KINDS = {
    word.replace("_", " "): kind for kind, words in _FIELDS.items() for word in words.split()
}
MAILED = "mailed"
"""A field whose label only mail programs write: a timetable has a date, but it was never sent."""
_SENT_LABELS = tuple(word.replace("_", " ") for word in _SENT.split())
FIELD = re.compile(
    r"(" + "|".join(re.escape(w) for w in sorted(FIELD_KINDS, key=len, reverse=True)) + r")"
    r"\s{0,3}[*_]{0,2}\s{0,3}[:：][*_]{0,2}(?!/)\s*(.*)",
    re.IGNORECASE,
)

_ORIGINAL = (
    r"original (?:message|appointment|e-?mail)|original-nachricht"
    r"|urspr(?:ü|ue)ngliche (?:nachricht|e-?mail)|message d'origine|(?:message|mail|courriel) original"
    r"|message initial|mensaje original|messaggio originale|(?:oorspronkelijk|origineel) bericht"
    r"|mensagem original|urspr(?:ungligt|ungliga) (?:meddelande|meddelandet)|originalmeddelande"
    r"|oprindelig (?:meddelelse|besked|mail)|(?:opprinnelig|original) melding|alkuperäinen viesti"
    r"|wiadomość oryginalna|oryginalna wiadomość|původní (?:zpráva|e-?mail)|pôvodná správa"
    r"|eredeti üzenet|mesaj(?:ul)? original|исходное сообщение|оригінальне повідомлення"
    r"|αρχικό μήνυμα|原始邮件|原始郵件|元のメッセージ|orijinal (?:ileti|mesaj)|reply separator"
)
_FORWARDED = (
    r"forwarded (?:message|e-?mail)(?: from [^\n]{1,200})?|forwarded by [^\n]{1,200}"
    r"|(?:forward(?:ed)?|fwd:?) message|begin(?:ning of)? forwarded (?:message|text)"
    r"|weitergeleitete (?:nachricht|(?:e-?)?mail)|weitergeleitet (?:von|durch) [^\n]{1,200}"
    r"|message (?:transféré|transmis|réexpédié)|mensaje reenviado|messaggio inoltrato"
    r"|doorgestuurd bericht|mensagem (?:re)?encaminhada|vidarebefordrat (?:meddelande|brev)"
    r"|videresendt (?:meddelelse|melding|besked|mail)|(?:välitetty|edelleenlähetetty) viesti"
    r"|wiadomość przekazana(?: dalej)?|przekazana wiadomość|přeposlaná zpráva|preposlaná správa"
    r"|továbbított üzenet|mesaj (?:redirecționat|redirecţionat|retrimis)|пересылаемое сообщение"
    r"|переслане повідомлення|προωθημένο μήνυμα|yönlendirilmiş ileti|iletilmiş mesaj"
    r"|转发的?邮件|轉寄郵件|転送(?:された)?メッセージ"
)
SEPARATOR = re.compile(
    rf"[-_=~*–—]{{2,}}\s*(?:(?P<original>{_ORIGINAL})|(?P<forwarded>{_FORWARDED}))\s*[-_=~*–—:]*",
    re.IGNORECASE,
)
END_FORWARDED = re.compile(
    r"[-_=~*–—]{2,}\s*(?:end (?:of )?forwarded (?:message|text|e-?mail)"
    r"|ende der weitergeleiteten (?:nachricht|e-?mail)|fin du message (?:transféré|réexpédié))"
    r"\s*[-_=~*–—]*",
    re.IGNORECASE,
)
"""After this line the sender speaks again."""
BEGIN_FORWARDED = re.compile(
    r"(?:begin(?:ning of)? forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)"
    r"|début du message (?:réexpédié|transféré)|inizio messaggio inoltrato|inicio del mensaje reenviado"
    r"|begin doorgestuurd bericht|início da mensagem (?:reencaminhada|encaminhada)"
    r"|vidarebefordrat brev|start på videresendt (?:besked|melding)|forwarded message)\s*[:：]",
    re.IGNORECASE,
)

ATTRIBUTION_START = re.compile(
    r"(?:on|am|le|el|il|op|em|den|den|at|in|w dniu|dnia|în|pe|dne|ti|to|ma|a"
    r"|quoting|pada|vào|på|het|les|no dia|στις"
    r"|mån|tis|ons|tors|fre|lör|sön|man|tir|tor|lør|søn|mo|di|mi|do|fr|sa|so|lun"
    r"|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom"
    r"|gio|mo|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b[.,]?\s",
    re.IGNORECASE,
)
_VERB = (
    r"wrote|writes|write|said|schrieb|schreibt|a écrit|écrivait|a ecrit|escribió"
    r"|escribio|ha scritto|scrisse"
    r"|schreef|escreveu|skrev|kirjoitti|napisał(?:\(a\)|a)?|pisze|пишет"
    r"|писал(?:\(а\)|а)?|написал(?:\(а\)|а)?"
    r"|yazdı|a scris|napsal(?:\(a\)|a)?|napísal(?:\(a\)|a)?|írta|έγραψε"
)
_NO_STOP = r"(?:(?<=\d)|(?<=\b\w)|(?<=\b(?:dr|st|mr|ms))|(?<=\b(?:mrs|ing|mag|med))|(?<=\bprof))"
"""A point behind one of these ends no sentence: a day, an initial, a title."""
ATTRIBUTION_END = re.compile(
    rf"(?:(?:^|[\s,>)\]\"'])(?:{_VERB})(?P<tail>(?:[^.!?\n]|(?=\.(?:\S| \d)|{_NO_STOP}\.)\.){{0,160}}?)"
    r"|写道|寫道)\s{0,3}[:：]\s*\Z",
    re.IGNORECASE,
)
WRAPPED_VERB = re.compile(rf">\s{{0,2}}(?:{_VERB})\b[^\n]{{0,80}}:\s*$", re.IGNORECASE)
ATTRIBUTION_BARE = re.compile(
    r"(?=[^\n]{0,60}\d{1,2}[:.h]\d\d)(?:[^\W\d_]{1,12}[.,]{0,2}\s{1,2}){0,2}\d[^\n]{5,200}?"
    r"<[^<>\s]{1,120}@[^<>\s]{1,120}>\s*[:：]\s*\Z"
)
"""A time, a name and an address without a verb: ``26.06.2026, 14:41, "Ann Li" <ann@example.org>:``."""
ATTRIBUTION_DASHED = re.compile(r"-{2,}\s?(on [^\n]{10,200} wrote)\s?-{2,}", re.IGNORECASE)
GROUPWISE = re.compile(
    r">>>\s*(?P<who>\S.{1,120}?)\s+(?P<when>\d{1,2}[/.]\d{1,2}[/.]\d{2,4}.{0,30}?)\s*>>>\s*$"
)

_DATE_HINT = re.compile(
    r"\b(?:19|20)\d\d\b|\d{1,2}[:.h]\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|年"
    r"|\b\d{1,2}\.? (?:jan|feb|mar|m[äa]r|apr|ma[iyj]|jun|jul|aug|sep|o[ck]t|nov|de[cz])",
    re.IGNORECASE,
)
CLOCK = re.compile(r"\b\d{1,2}[:.h]\s?\d\d")
STAMP = re.compile(
    r"\b(?:\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2}[. -]{1,2}[A-Za-z]{3,9}[. -]{1,2}\d{2,4}"
    r"|[A-Za-z]{3,9} \d{1,2}, \d{4}),?\s+\d{1,2}[:.]\d\d"
)
NOTES_LINE = re.compile(
    r"please respond to\b|sent by\b|enviado por\b|gesendet von\b|antwort bitte an\b", re.IGNORECASE
)
EMAIL = re.compile(r"[\w.!#$%&'*+/=?^{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_DATE_SIGN = re.compile(r"[\d年]")


def hints_at_date(text: str) -> bool:
    """Whether the text holds a date or a time, or a part of one that no other words look like."""
    return _DATE_SIGN.search(text) is not None and _DATE_HINT.search(text) is not None


def says_sent(bare: str) -> bool:
    """Whether the label at the start of the line is one for when a mail was sent."""
    return bare.lower().startswith(_SENT_LABELS)


def find_email(text: str) -> re.Match[str] | None:
    """The first address in the text; a text without its sign is not searched."""
    return EMAIL.search(text) if "@" in text else None
