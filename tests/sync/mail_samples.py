"""Messages for the sync tests, each different, made of nothing but a number."""

import random

_WORDS = ("invoice", "meeting", "refund", "Friday", "order", "thanks", "540 USD", "Grüße")


def sample(number: int, size: int = 1500) -> bytes:
    """A mail with CRLF line ends, of about that size; its bytes depend on the number alone."""
    head = (
        f"From: Sender {number % 37} <s{number % 37}@example.org>\r\n"
        f"To: alice@example.org\r\n"
        f"Subject: message {number}\r\n"
        f"Message-ID: <{number}.sync@example.org>\r\n"
        f"Date: Mon, 16 Nov 2026 10:{number % 60:02d}:00 +0100\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    words = random.Random(number)
    line = " ".join(words.choices(_WORDS, k=8)) + "\r\n"
    return (head + line * max(1, (size - len(head)) // len(line))).encode()


def samples(count: int, start: int = 1, size: int = 1500) -> list[bytes]:
    return [sample(number, size) for number in range(start, start + count)]
