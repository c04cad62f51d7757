"""An account as the configuration describes it: where its mail is and how to get in.

Owned here: a password never crosses a network in the clear. An account without TLS exists only
where the server is this machine, and no field turns the check of a certificate off: a private
server is trusted by its CA file or by the fingerprint of its one certificate.
"""

from dataclasses import dataclass
from enum import StrEnum

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1", "ip6-localhost"})
_HEX = frozenset("0123456789abcdef")


class Tls(StrEnum):
    """How the connection is encrypted."""

    IMPLICIT = "implicit"
    """TLS from the first byte (port 993)."""
    STARTTLS = "starttls"
    """Upgraded before the login (port 143); a server that does not offer it is refused."""
    NONE = "none"
    """In the clear: loopback only."""


class Auth(StrEnum):
    """What the secret is and how it is shown to the server."""

    PASSWORD = "password"  # noqa: S105
    XOAUTH2 = "xoauth2"
    OAUTHBEARER = "oauthbearer"


@dataclass(frozen=True, slots=True)
class AccountConfig:
    """One ``[accounts.NAME]`` table of config.toml."""

    name: str
    host: str
    user: str
    port: int = 0
    """0 stands for the usual one: 993 with implicit TLS, else 143."""
    tls: Tls = Tls.IMPLICIT
    auth: Auth = Auth.PASSWORD
    password_command: tuple[str, ...] = ()
    """Run without a shell; the first line that it prints is the password or the access token."""
    password_file: str = ""
    folders: tuple[str, ...] = ("INBOX", "\\Sent")
    """Names as people see them, roles (``\\Sent``), or globs (``Projects/*``)."""
    exclude: tuple[str, ...] = ("\\Junk", "\\Trash")
    """The same kinds of pattern; they win over ``folders``."""
    ca_file: str = ""
    fingerprint: str = ""
    """SHA-256 of the server's certificate (DER) in hex; then that certificate alone is trusted."""
    timeout: float = 60.0
    """Seconds without a byte after which a link is dead."""
    poll: float = 300.0
    """Seconds between two looks at the mailbox where the server pushes nothing."""

    def __post_init__(self) -> None:
        if self.port == 0:
            object.__setattr__(self, "port", 993 if self.tls is Tls.IMPLICIT else 143)
        if self.tls is Tls.NONE and self.host.lower() not in _LOOPBACK:
            raise ValueError(
                f'accounts.{self.name}.tls = "none" would send the password in the clear to '
                f'{self.host}; use "implicit" or "starttls", and ca_file or fingerprint where the '
                "server's certificate is private"
            )
        if self.timeout <= 0 or self.poll <= 0:
            raise ValueError(f"accounts.{self.name}: timeout and poll must be above 0 seconds")
        pin = self.fingerprint.replace(":", "").replace(" ", "").lower()
        if pin and (len(pin) != 64 or not set(pin) <= _HEX):
            raise ValueError(
                f"accounts.{self.name}.fingerprint must be the 64 hex digits of a SHA-256; print "
                "it with: openssl x509 -noout -fingerprint -sha256 -in cert.pem"
            )
        object.__setattr__(self, "fingerprint", pin)

    @property
    def secret_variable(self) -> str:
        """The environment variable that may hold the secret."""
        return "MAILMIND_PASSWORD_" + self.name.upper().replace("-", "_").replace(".", "_")
