"""The mail that benchmarks/sync.py delivers: invented, the same each time, 7 kB in the mean."""

import random
from email.message import EmailMessage

WORDS = """
please find the invoice for order attached refund of USD 540.00 by this Friday meeting moved to half
past three thanks and regards the delivery is late again could you check Grüße aus München réunion à
14 h número de pedido contract clause section total amount
"""


def mails(count: int) -> list[bytes]:
    """Invented mail, 7 kB in the mean: plain text, HTML, both, and quoted replies."""
    words, chance = WORDS.split(), random.Random(7)
    made = []
    for number in range(count):
        size = min(23_000, max(1_700, int(chance.lognormvariate(8.62, 0.55))))
        lines = []
        while sum(map(len, lines)) < size * 0.62:
            lines.append(" ".join(chance.choices(words, k=11)))
        mail = EmailMessage()
        mail["From"] = f"Person {number % 90} <p{number % 90}@example.org>"
        mail["To"] = "Alice <alice@example.org>"
        mail["Subject"] = f"{' '.join(chance.choices(words, k=5))} {number}"
        mail["Message-ID"] = f"<{number}@bench.example.org>"
        if number % 3:
            mail["In-Reply-To"] = f"<{number - number % 3}@bench.example.org>"
            lines[6:6] = ["", "On Mon, Nov 16, 2026 Bob <bob@example.org> wrote:"]
            lines[8:] = [f"> {line}" for line in lines[8:]]
        mail["Date"] = f"Mon, 16 Nov 2026 {number % 24:02d}:{number % 60:02d}:00 +0100"
        mail.set_content("\n".join(lines))
        if number % 2:
            rows = "".join(f"<p>{line}</p>\n" for line in lines[: len(lines) // 2])
            mail.add_alternative(f"<html><body>{rows}</body></html>", subtype="html")
        made.append(mail.as_bytes().replace(b"\n", b"\r\n"))
    return made
