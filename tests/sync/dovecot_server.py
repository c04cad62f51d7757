"""A real Dovecot on loopback, in a directory of its own, as root or as an ordinary user."""

import contextlib
import hashlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import imapclient

INSTALL = "Debian: apt-get install dovecot-imapd"
PASSWORD = "wonder"

_CONFIG = """
base_dir = {dir}/run
state_dir = {dir}/run
log_path = {dir}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{dir}/cert.pem
ssl_key = <{dir}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
auth_mechanisms = plain login {mechanisms}
first_valid_uid = 1
mail_location = maildir:{dir}/mail/%u
mail_home = {dir}/home/%u
mail_fsync = never
default_login_user = {login_user}
default_internal_user = {internal_user}
default_internal_group = {internal_group}
service imap-login {{
  {chroot}
  inet_listener imap {{
    address = 127.0.0.1
    port = {port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {tls_port}
    ssl = yes
  }}
}}
service anvil {{
  {chroot}
  # No growing delay after the wrong passwords of the tests.
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  {chroot}
}}
{passdb}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={dir}/home/%u
}}
namespace inbox {{
  inbox = yes
  separator = /
  mailbox Drafts {{
    special_use = \\Drafts
    auto = create
  }}
  mailbox Sent {{
    special_use = \\Sent
    auto = create
  }}
  mailbox Junk {{
    special_use = \\Junk
    auto = create
  }}
}}
{extra}
"""


def dovecot_missing() -> bool:
    return _program() is None or shutil.which("openssl") is None


def _program() -> str | None:
    return shutil.which("dovecot", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class DovecotServer:
    """One server process. Mail can be written straight into its Maildir before it is looked at."""

    _certificate: tuple[bytes, bytes] | None = None
    """Made once for all servers: it takes a while."""

    def __init__(
        self,
        *,
        extra: str = "",
        passdb: str = "",
        mechanisms: str = "",
        files: dict[str, str] | None = None,
    ):
        self.dir = Path(tempfile.mkdtemp(prefix="mailmind-dovecot-"))
        self.dir.chmod(0o755)
        self.port, self.tls_port = free_port(), free_port()
        self._owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        for name, text in (files or {}).items():
            (self.dir / name).write_text(text.replace("{dir}", str(self.dir)))
        self._make_certificate()
        for name in ("mail", "home", "run", "pool"):
            (self.dir / name).mkdir()
            self.give(self.dir / name)
        (self.dir / "dovecot.conf").write_text(self._config(extra, passdb, mechanisms))
        self._process: subprocess.Popen[bytes] | None = None

    def _config(self, extra: str, passdb: str, mechanisms: str) -> str:
        root = os.geteuid() == 0
        own = pwd.getpwuid(os.geteuid()).pw_name
        group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True)
        return _CONFIG.format(
            dir=self.dir,
            port=self.port,
            tls_port=self.tls_port,
            mechanisms=mechanisms,
            password=PASSWORD,
            passdb=passdb.replace("{dir}", str(self.dir)),
            login_user="dovenull" if root else own,
            internal_user="dovecot" if root else own,
            internal_group="dovecot" if root else group.stdout.strip(),
            chroot="" if root else "chroot =",
            uid=self._owner.pw_uid,
            gid=self._owner.pw_gid,
            extra=extra.replace("{dir}", str(self.dir)),
        )

    def _make_certificate(self) -> None:
        names = ("key.pem", "cert.pem")
        if DovecotServer._certificate is None:
            make_certificate(self.dir / names[0], self.dir / names[1])
            DovecotServer._certificate = tuple((self.dir / name).read_bytes() for name in names)
        for name, data in zip(names, DovecotServer._certificate, strict=True):
            (self.dir / name).write_bytes(data)

    def give(self, path: Path) -> None:
        if os.geteuid() == 0:
            os.chown(path, self._owner.pw_uid, self._owner.pw_gid)

    @property
    def certificate(self) -> Path:
        return self.dir / "cert.pem"

    def start(self) -> None:
        program = _program()
        assert program is not None, INSTALL
        self._process = subprocess.Popen(
            [program, "-F", "-c", str(self.dir / "dovecot.conf")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port), timeout=5) as probe,
            ):
                if probe.recv(64).startswith(b"* OK"):
                    return
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError("dovecot did not start:\n" + self.log())

    def log(self) -> str:
        path = self.dir / "dovecot.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def pooled(self, raw: bytes) -> Path:
        """A file with this content, made once and then linked into every mailbox that holds it."""
        file = self.dir / "pool" / hashlib.sha256(raw).hexdigest()
        if not file.exists():
            file.write_bytes(raw)
            os.utime(file, (1700000000, 1700000000))
            self.give(file)
        return file

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(timeout=2)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        shutil.rmtree(self.dir, ignore_errors=True)

    def box(self, user: str = "alice") -> "Box":
        return Box(self, user)


class Box:
    """The mailbox of one user: any name logs in with the one password."""

    def __init__(self, server: DovecotServer, user: str):
        self.server = server
        self.user = user
        self.port, self.tls_port = server.port, server.tls_port

    def maildir(self, folder: str = "INBOX") -> Path:
        root = self.server.dir / "mail" / self.user
        return root if folder == "INBOX" else root / ("." + folder.replace("/", "."))

    def deliver(self, mails: Iterable[bytes], folder: str = "INBOX", flags: str = "") -> None:
        """Write messages as an MDA would: with their sizes in the file name, in this order."""
        path = self.maildir(folder)
        for part in ("", "cur", "new", "tmp"):
            (path / part).mkdir(parents=True, exist_ok=True)
            self.server.give(path / part)
        self.server.give(self.maildir())
        start = len(list((path / "cur").iterdir()))
        for number, raw in enumerate(mails, start=start):
            size = len(raw)
            name = f"{1700000000 + number}.M{number:06d}P1.host,S={size},W={size}:2,{flags}"
            os.link(self.server.pooled(raw), path / "cur" / name)

    def client(self) -> imapclient.IMAPClient:
        """Another mail program on the same mailbox."""
        client = imapclient.IMAPClient("127.0.0.1", self.port, ssl=False, timeout=10)
        client.login(self.user, PASSWORD)
        return client


def make_certificate(
    key: Path, certificate: Path, names: str = "DNS:localhost,IP:127.0.0.1"
) -> None:
    """A self-signed certificate for localhost."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", str(key), "-out", str(certificate), "-subj", "/CN=localhost"),
            *("-addext", f"subjectAltName={names}"),
        ],
        check=True,
        capture_output=True,
    )
