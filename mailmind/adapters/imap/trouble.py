"""What a broken server, network or login means for the caller.

Owned here: no error of a library passes the port. Each becomes one of the port's own, which say
whether a new connection, a wait, another folder, or a person is the remedy.
"""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, ProtocolError

from mailmind.adapters.imap.login import as_busy
from mailmind.core.account import AccountConfig
from mailmind.errors import SourceError
from mailmind.ports import FolderRefused, GarbledReply, LinkLost

_GARBLED = (
    "unexpected response",
    "unexpected tagged response",
    "got more than",
)


@contextmanager
def translated(account: AccountConfig, doing: str) -> Iterator[None]:
    """Turn what the libraries raise into the errors of the port."""
    try:
        yield
    except SourceError:
        raise
    except ssl.SSLCertVerificationError as error:
        raise SourceError(_untrusted(account, error)) from error
    except (ProtocolError, ValueError, LookupError, AttributeError) as error:
        # imaplib and IMAPClient meet a response that breaks the grammar with whatever their code
        # runs into; the position in the stream is lost then.
        raise GarbledReply(f"{account.host} broke the protocol while {doing}: {error}") from error
    except IMAPClientError as error:
        raise _of_server(account, doing, error) from error
    except OSError as error:
        raise LinkLost(f"the link to {account.host} broke while {doing}: {error}") from error


def refused(account: AccountConfig, said: str) -> SourceError:
    """The error for a NO to a command about the open folder."""
    return as_busy(said) or FolderRefused(f"{account.host} refused: {said}")


def _of_server(account: AccountConfig, doing: str, error: IMAPClientError) -> SourceError:
    said = str(error)
    if busy := as_busy(said):
        return busy
    if any(words in said for words in _GARBLED):
        return GarbledReply(f"{account.host} broke the protocol while {doing}: {said}")
    if isinstance(error, IMAPClientAbortError):
        return LinkLost(f"{account.host} ended the link while {doing}: {said}")
    return FolderRefused(f"{account.host} refused while {doing}: {said}")


def _untrusted(account: AccountConfig, error: ssl.SSLCertVerificationError) -> str:
    reason = getattr(error, "verify_message", "") or str(error)
    return (
        f"the certificate of {account.host} is not trusted ({reason}); for a private server set "
        f"ca_file or fingerprint in accounts.{account.name}"
    )
