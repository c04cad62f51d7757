"""TLS is always verified, and a refused login says what to do."""

import contextlib
import hashlib
import http.server
import json
import re
import ssl
import threading
from urllib.parse import parse_qs, urlparse

import pytest
from dovecot_server import PASSWORD, make_certificate
from fault_proxy import Fault
from mail_samples import samples

from mailmind.adapters.imap.login import suggested_delay
from mailmind.core.account import AccountConfig, Auth, Tls
from mailmind.errors import SourceError
from mailmind.ports import LoginRefused, ServerBusy
from mailmind.sync import Waiting

SECURE = pytest.mark.parametrize("tls", [Tls.IMPLICIT, Tls.STARTTLS])


def secure(box, sync, tls, **changes):
    port = box.tls_port if tls is Tls.IMPLICIT else box.port
    return sync.account_of(box, tls=tls, port=port, **changes)


def fingerprint(box):
    der = ssl.PEM_cert_to_DER_cert(box.server.certificate.read_text())
    return hashlib.sha256(der).hexdigest()


@pytest.mark.dovecot
@SECURE
def test_a_certificate_that_nobody_vouches_for_is_refused(tls, box, store, sync):
    secret = sync.Secret()
    with pytest.raises(SourceError, match=r"not trusted.*ca_file or fingerprint"):
        sync.run_sync(secure(box, sync, tls), store, secret=secret)
    assert secret.asked == 0


@pytest.mark.dovecot
@SECURE
def test_a_private_ca(tls, box, store, sync):
    box.deliver(samples(3))
    account = secure(box, sync, tls, ca_file=str(box.server.certificate))
    assert sync.run_sync(account, store)[-1].new == 3


@pytest.mark.dovecot
@SECURE
def test_a_pinned_certificate(tls, box, store, sync):
    box.deliver(samples(2))
    pin = fingerprint(box).upper()
    spelled = ":".join(pin[i : i + 2] for i in range(0, 64, 2))
    assert sync.run_sync(secure(box, sync, tls, fingerprint=spelled), store)[-1].new == 2


@pytest.mark.dovecot
@SECURE
def test_another_certificate_than_the_pinned_one(tls, box, store, sync):
    secret = sync.Secret()
    account = secure(box, sync, tls, fingerprint="ab" * 32)
    with pytest.raises(SourceError, match=fingerprint(box)):
        sync.run_sync(account, store, secret=secret)
    assert secret.asked == 0


def test_a_certificate_of_another_host_is_refused_though_its_ca_is_known(tmp_path, store, sync):
    """The chain is good and the name is not."""
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    make_certificate(key, certificate, names="DNS:mail.example.org")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with tls_server(context) as port:
        account = AccountConfig(
            name="test", host="127.0.0.1", port=port, user="alice", ca_file=str(certificate)
        )
        with pytest.raises(SourceError, match="not trusted"):
            sync.run_sync(account, store)


@contextlib.contextmanager
def tls_server(context):
    import socket

    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with contextlib.suppress(OSError):
            plain, _ = listener.accept()
            with contextlib.closing(plain), contextlib.suppress(OSError):
                context.wrap_socket(plain, server_side=True).close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    listener.close()
    thread.join(5)


def test_a_password_never_goes_over_a_network_in_the_clear():
    with pytest.raises(ValueError, match=r"accounts\.work\.tls"):
        AccountConfig(name="work", host="mail.example.org", user="me", tls=Tls.NONE)
    with pytest.raises(ValueError, match="64 hex digits"):
        AccountConfig(name="work", host="mail.example.org", user="me", fingerprint="abc")


@pytest.mark.dovecot
def test_a_wrong_password(box, store, sync):
    with pytest.raises(LoginRefused, match=r"check user and password of accounts\.test"):
        sync.run_sync(sync.account_of(box), store, secret=sync.Secret("wrong"))
    assert "refused the login" in store.trouble()[0].reason
    sync.run_sync(sync.account_of(box), store)
    assert not store.trouble()


@pytest.mark.dovecot
def test_a_password_outside_ascii_reaches_the_server(box, store, sync):
    with pytest.raises(LoginRefused, match="AUTHENTICATIONFAILED"):
        sync.run_sync(sync.account_of(box), store, secret=sync.Secret("Grüße€"))


def answers_login_with(text):
    def hook(session, tag, command):
        if command.startswith((b"LOGIN", b"AUTHENTICATE")):
            session.say(tag + b" NO " + text)
            return True
        return False

    return hook


@pytest.mark.parametrize(
    ("answer", "auth", "remedy"),
    [
        (b"[AUTHENTICATIONFAILED] bad", Auth.PASSWORD, "check user and password"),
        (b"[ALERT] Application-specific password required", Auth.PASSWORD, "app password"),
        (b"Basic authentication is disabled", Auth.PASSWORD, 'auth = "xoauth2"'),
        (b"[AUTHENTICATIONFAILED] expired", Auth.XOAUTH2, "fetch a new one"),
    ],
)
def test_why_a_login_was_refused(answer, auth, remedy, start_script, store, sync):
    server = start_script(hook=answers_login_with(answer))
    account = sync.account_of(server, auth=auth)
    with pytest.raises(LoginRefused, match=re.escape(remedy)) as caught:
        sync.run_sync(account, store)
    assert answer.decode() in str(caught.value)
    assert PASSWORD not in str(caught.value)


def test_a_password_that_the_login_command_cannot_carry(start_script, store, sync):
    server = start_script()
    with pytest.raises(LoginRefused, match="AUTH=PLAIN"):
        sync.run_sync(sync.account_of(server), store, secret=sync.Secret("Grüße"))


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("Suggested Backoff Time: 299961 milliseconds", 299.961),
        ("suggested back-off time: 90 seconds", 90),
        ("too many connections", None),
    ],
)
def test_how_long_a_server_wants_to_be_left_alone(said, seconds):
    assert suggested_delay(said) == seconds


@pytest.mark.dovecot
def test_the_connection_limit_of_a_server(start_dovecot, store, sync):
    server = start_dovecot(extra="protocol imap {\n  mail_max_userip_connections = 1\n}\n")
    box = server.box()
    box.deliver(samples(2))
    waits = []
    with box.client() as client:
        client.select_folder("INBOX")

        def sleep(seconds):
            waits.append(seconds)
            if len(waits) == 2:
                client.logout()

        events = sync.run_sync(sync.account_of(box), store, sleep=sleep)
    assert waits[:2] == [2, 4]
    assert events[-1].new == 2


# tokens


class TokenServer(http.server.BaseHTTPRequestHandler):
    """Says whether a token is valid, as an OAuth2 introspection point does."""

    valid = frozenset()

    def do_GET(self):
        token = parse_qs(urlparse(self.path).query).get("access_token", [""])[0]
        good = token in self.server.valid
        body = json.dumps({"email": "alice"} if good else {"error": "invalid_token"}).encode()
        self.send_response(200 if good else 400)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def tokens():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), TokenServer)
    server.valid = {"token-1"}
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def oauth_box(start_dovecot, tokens):
    point = f"http://127.0.0.1:{tokens.server_address[1]}/tokeninfo?access_token="
    return start_dovecot(
        mechanisms="xoauth2 oauthbearer",
        passdb=(
            "passdb {\n  driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n"
            "  args = {dir}/oauth2.conf\n}\n"
        ),
        files={"oauth2.conf": f"tokeninfo_url = {point}\nusername_attribute = email\n"},
    ).box()


@pytest.mark.dovecot
@pytest.mark.parametrize("auth", [Auth.XOAUTH2, Auth.OAUTHBEARER])
def test_a_token_logs_in_and_an_expired_one_does_not(auth, oauth_box, tokens, store, sync):
    oauth_box.deliver(samples(4))
    account = sync.account_of(oauth_box, auth=auth)
    assert sync.run_sync(account, store, secret=sync.Secret("token-1"))[-1].new == 4
    tokens.valid = {"token-2"}
    with pytest.raises(LoginRefused, match="fetch a new one"):
        sync.run_sync(account, store, secret=sync.Secret("token-1"))


@pytest.mark.dovecot
def test_a_token_that_expires_in_mid_run(oauth_box, tokens, store, sync, start_proxy):
    """The link breaks, the old token is no longer good, and the source has a new one."""
    mails = samples(900)
    oauth_box.deliver(mails)
    proxy = start_proxy(oauth_box.port, [Fault(cut_after=1_300_000)])
    account = sync.account_of(oauth_box, port=proxy.port, auth=Auth.XOAUTH2)
    secret = sync.Secret("token-1")

    def renew(_seconds):
        tokens.valid = {"token-2"}
        secret.value = "token-2"

    events = sync.run_sync(account, store, secret=secret, sleep=renew)
    # How much was stored before depends on what the client had read when the link broke.
    waits = [e.reason for e in events if isinstance(e, Waiting)]
    assert len(waits) == 1
    assert "while fetching messages" in waits[0]
    assert secret.asked == 2
    assert [raw for raw, _ in sync.contents(store).values()] == mails


def test_a_session_that_the_server_ends_because_the_token_expired(start_script, store, sync):
    ended = []

    def hook(session, tag, command):
        if b"BODY.PEEK" in command and not ended:
            ended.append(command)
            session.say(b"* BYE Session invalidated - AccessTokenExpired")
            session.flush()
            session.end()
            return True
        return False

    from mail_samples import sample
    from scripted_imap import Folder

    mails = {uid: sample(uid) for uid in range(1, 9)}
    server = start_script(folders={b"INBOX": Folder(mails=mails)}, hook=hook)
    secret = sync.Secret()
    events = sync.run_sync(sync.account_of(server), store, secret=secret)
    assert ["AccessTokenExpired" in e.reason for e in events if isinstance(e, Waiting)] == [True]
    assert secret.asked == 2
    assert events[-1].new == 8


def test_a_busy_server_is_no_refusal(start_script, store, sync):
    server = start_script(hook=answers_login_with(b"[UNAVAILABLE] Temporary failure"))
    with pytest.raises(ServerBusy):
        sync.run_sync(sync.account_of(server), store)
