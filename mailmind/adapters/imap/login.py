"""Logging in, and saying why it failed.

Owned here: "wrong password" is only said where the server says so. A full server, a throttled one
and a server that wants another kind of login answer a login with NO as well, and each needs
another remedy.
"""

import re

from imapclient.exceptions import IMAPClientAbortError, LoginError

from mailmind.adapters.imap.connection import Connection
from mailmind.core.account import AccountConfig, Auth
from mailmind.ports import LoginRefused, SecretSource, ServerBusy

_BUSY = re.compile(
    r"\[(LIMIT|UNAVAILABLE|INUSE|THROTTLED)\]|too many|throttl"
    r"|try again later|rate limit|temporar|bandwidth",
    re.IGNORECASE,
)
_DELAY = re.compile(r"back-?off time:?\s*(\d+)\s*(milliseconds|ms|seconds|s)?", re.IGNORECASE)
_APP_PASSWORD = re.compile(r"application-specific|app(lication)? password", re.IGNORECASE)
_NO_BASIC = re.compile(r"basic auth|LOGIN failed|LOGINDISABLED|PRIVACYREQUIRED", re.IGNORECASE)


def login(connection: Connection, account: AccountConfig, source: SecretSource) -> None:
    """Log in, by password or by token.

    Raises:
        LoginRefused: the server does not accept user and secret.
        ServerBusy: it may accept them later.
        IMAPClientAbortError, OSError: the link broke.
    """
    secret = source.secret()
    try:
        if account.auth is Auth.XOAUTH2:
            _oauth(connection, "XOAUTH2", f"user={account.user}\1auth=Bearer {secret}\1\1")
        elif account.auth is Auth.OAUTHBEARER:
            user = account.user.replace("=", "=3D").replace(",", "=2C")
            _oauth(connection, "OAUTHBEARER", f"n,a={user},\1auth=Bearer {secret}\1\1")
        elif _needs_sasl(connection, account.user + secret):
            connection.plain_login(account.user, secret)
        else:
            connection.login(account.user, secret)
    except LoginError as error:
        if isinstance(error.__context__, IMAPClientAbortError):
            raise error.__context__ from None
        raise explain(account, str(error)) from None
    except UnicodeEncodeError:
        raise LoginRefused(
            f"{account.host} takes no password outside ASCII (it does not offer AUTH=PLAIN); "
            f"choose another password for accounts.{account.name}"
        ) from None


def _needs_sasl(connection: Connection, words: str) -> bool:
    """LOGIN takes one round trip, and cannot carry letters outside ASCII; SASL takes two, and can."""
    refused = connection.has_capability("LOGINDISABLED") or not words.isascii()
    return refused and bool(connection.has_capability("AUTH=PLAIN"))


def _oauth(connection: Connection, mechanism: str, answer: str) -> None:
    """Client-first SASL. A refusal is a challenge with its reason, ended by an empty answer."""
    answers = iter((answer,))
    connection.sasl_login(mechanism, lambda _challenge: next(answers, ""))


def explain(account: AccountConfig, said: str) -> LoginRefused | ServerBusy:
    """The error for a login that the server refused, with what it said and what to do."""
    if busy := as_busy(said):
        return busy
    if _APP_PASSWORD.search(said):
        remedy = "this provider wants an app password: make one in its account settings"
    elif account.auth is not Auth.PASSWORD:
        remedy = "the access token is expired or not for this user: fetch a new one"
    elif _NO_BASIC.search(said):
        remedy = (
            f'the server takes no password here: set auth = "xoauth2" in accounts.{account.name}'
        )
    else:
        remedy = f"check user and password of accounts.{account.name}"
    return LoginRefused(f"{account.host} refused the login of {account.user} ({said}); {remedy}")


def as_busy(said: str) -> ServerBusy | None:
    """The server's words as a wish to be left alone for a while, if they are one."""
    if not _BUSY.search(said) and not _DELAY.search(said):
        return None
    return ServerBusy(f"the server asks to come back later ({said})", suggested_delay(said))


def suggested_delay(said: str) -> float | None:
    """Seconds that the server suggests ("Suggested Backoff Time: 299961 milliseconds")."""
    match = _DELAY.search(said)
    if match is None:
        return None
    scale = 1.0 if (match[2] or "").lower() in ("seconds", "s") else 0.001
    return int(match[1]) * scale
