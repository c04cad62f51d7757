"""What comes in the clear before STARTTLS is nobody's word afterwards."""

import ssl

import pytest
from dovecot_server import make_certificate
from mail_samples import sample
from scripted_imap import Folder

from mailmind.core.account import Tls
from mailmind.errors import SourceError

EVIL = (
    b'* LIST () "/" "INBOX"\r\n* LIST () "/" "planted"\r\n'
    b"* CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=PLAIN\r\n"
)


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    key, certificate = folder / "key.pem", folder / "cert.pem"
    make_certificate(key, certificate)
    return key, certificate


@pytest.fixture
def start(start_script, keys, sync):
    """A server that speaks TLS after STARTTLS; answers the server and its account."""

    def start(before=b"", after=b"", **options):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(keys[1], keys[0])

        def hook(session, tag, command):
            if command != b"STARTTLS":
                return False
            session.raw(before + tag + b" OK begin\r\n" + after)
            session.flush()
            session.encrypt(context)
            return True

        options = {"capabilities": b"IMAP4rev1 STARTTLS", "hook": hook} | options
        folders = {name: Folder(mails={1: sample(1)}) for name in (b"INBOX", b"Real")}
        server = start_script(folders=folders, **options)
        account = sync.account_of(server, tls=Tls.STARTTLS, ca_file=str(keys[1]), folders=("*",))
        return server, account

    return start


@pytest.mark.parametrize("place", ["before", "after"])
def test_planted_answers_are_forgotten(place, start, store, sync):
    server, account = start(**{place: EVIL})
    sync.run_sync(account, store)
    assert set(store.sync_state("test")) == {b"INBOX", b"Real"}
    commands = [c.split(b" ")[0] for c in server.script.commands]
    # Asked again over TLS, once; the planted LOGINDISABLED did not turn LOGIN into AUTHENTICATE.
    assert commands[:4] == [b"CAPABILITY", b"STARTTLS", b"CAPABILITY", b"LOGIN"]


def test_a_greeting_that_claims_the_login_is_done_is_refused(start, store, sync):
    """PREAUTH forbids STARTTLS: somebody in between could keep the session in the clear by it."""
    server, account = start(greeting=b"* PREAUTH welcome")
    secret = sync.Secret()
    with pytest.raises(SourceError):
        sync.run_sync(account, store, secret=secret)
    assert secret.asked == 0
    assert not any(c.startswith((b"LOGIN", b"AUTH", b"LIST")) for c in server.script.commands)
