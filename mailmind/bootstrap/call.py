"""Calling the first mail server while the rest of the program is still being loaded.

Owned here: whom the configuration does not name is not called. The account is read from the file before
all of that has been validated; it must be whole and keep the rules of its own, and the connection is
used only if the validated configuration says the very same.
"""

import os
import threading
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mailmind.core.account import AccountConfig, Auth, Tls
from mailmind.ports import Mailbox

Open = Callable[[AccountConfig], Mailbox]


def open_mailbox(account: AccountConfig) -> Mailbox:
    """A connection to an account's server, logged in."""
    from mailmind.adapters.imap import ImapMailbox
    from mailmind.adapters.secrets import secret_source

    return ImapMailbox.connect(account, secret_source(account, os.environ))


class Call:
    """A connection that is being made in the background, if there is anybody to call yet."""

    def __init__(self, open_mailbox: Open, account: AccountConfig | None) -> None:
        self._open = open_mailbox
        self._account = account
        self._answer: Future[Mailbox] | None = None
        if account is not None:
            self._answer = Future()
            arguments = (open_mailbox, account, self._answer)
            threading.Thread(
                target=_call, args=arguments, name="mailmind-call", daemon=True
            ).start()

    def mailbox(self, account: AccountConfig) -> Mailbox:
        """A connection to this account: the first time the one under way, if it is for this account."""
        if self._answer is not None and account == self._account:
            answer, self._answer = self._answer, None
            return answer.result()
        return self._open(account)

    def hang_up(self) -> None:
        """Close the connection that nobody asked for, when it comes."""
        if self._answer is not None:
            self._answer.add_done_callback(_close)


@contextmanager
def calling(config_path: str | None, only: str | None, opening: Open) -> Iterator[Call]:
    """Call the first server (or that of the named account) before the configuration is validated.

    Args:
        config_path: as given by ``--config``.
        only: the name of an account.
        opening: opens a mailbox.
    """
    # Before the thread starts, since imports in two threads take turns.
    import mailmind.adapters.imap
    import mailmind.adapters.secrets  # noqa: F401

    call = Call(opening, first_account(config_path, only))
    try:
        yield call
    finally:
        call.hang_up()


def first_account(config_path: str | None, only: str | None) -> AccountConfig | None:
    """The account as the file has it; None where that is not plain to see."""
    try:
        path = Path(config_path) if config_path else _usual_path()
        accounts = tomllib.loads(path.read_text(encoding="utf-8"))["accounts"]
        name = next(iter(accounts)) if only is None else only
        return AccountConfig(name=name, **{k: _value(k, v) for k, v in accounts[name].items()})
    except (OSError, ValueError, LookupError, TypeError, AttributeError, StopIteration):
        return None  # whoever validates the file says what is wrong with it


def _usual_path() -> Path:
    from mailmind.config import user_config_path

    return user_config_path()


def _value(key: str, value: Any) -> Any:
    match key, value:
        case "tls", str():
            return Tls(value)
        case "auth", str():
            return Auth(value)
        case _, list():
            return tuple(value)
    return value


def _call(open_mailbox: Open, account: AccountConfig, answer: Future[Mailbox]) -> None:
    try:
        answer.set_result(open_mailbox(account))
    except BaseException as error:  # noqa: BLE001  (it is raised where the mailbox is asked for)
        answer.set_exception(error)


def _close(answer: Future[Mailbox]) -> None:
    if answer.exception() is None:
        answer.result().close()
