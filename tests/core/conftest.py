"""Small mails, facts and threads for the tests of checks and gate."""

import pytest

from mailmind.core.checks import CheckContext
from mailmind.core.parse import from_text
from mailmind.core.policy import DEFAULT_WORKFLOWS, Policy
from mailmind.core.values import CheckedFact, Fact, FactType, State, Thread


@pytest.fixture
def mail():
    """A message out of a few fields."""

    def make(text, name="m1", *, date="2026-11-16T10:02:00+01:00", sender="Acme <billing@acme.example>",
             to="Robin Vale <robin@vale.example>", subject="News"):  # fmt: skip
        return from_text(
            message_id=name, sender=sender, to=to, date=date, subject=subject, text=text
        )

    return make


@pytest.fixture
def thread(mail):
    """A context over mails; plain texts become messages m1, m2, … a day apart."""

    def make(*items, workflow="general", policy=None):
        messages = tuple(
            mail(item, f"m{n}", date=f"2026-11-{15 + n:02d}T10:00:00+01:00")
            if isinstance(item, str)
            else item
            for n, item in enumerate(items, start=1)
        )
        return CheckContext(
            thread=Thread("t", messages),
            timezone="Europe/Berlin",
            policy=policy or Policy(),
            workflow=DEFAULT_WORKFLOWS[workflow],
        )

    return make


@pytest.fixture
def fact():
    """A fact with high confidence."""

    def make(kind, value, quote, message_id="m1", **more):
        more.setdefault("confidence", 0.9)
        more.setdefault("statement", kind)
        return Fact(
            id=more.pop("id", "f1"), type=FactType(kind), value=value, quote=quote,
            message_id=message_id, **more,
        )  # fmt: skip

    return make


@pytest.fixture
def checked(fact):
    """A fact in a given state, without verdicts."""

    def make(state, *args, verdicts=(), **more):
        return CheckedFact(fact(*args, **more), State(state), tuple(verdicts))

    return make
