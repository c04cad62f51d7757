"""Whom a connection trusts: the system's authorities, a private one, or one known certificate.

Owned here: no field turns the check of a certificate off. Where the chain is not checked, the one
certificate that is trusted is compared before the login.
"""

import hashlib
import ssl

from mailmind.core.account import AccountConfig


def context(account: AccountConfig) -> ssl.SSLContext:
    """How TLS is to be spoken with the account's server."""
    made = ssl.create_default_context(cafile=account.ca_file or None)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    if account.fingerprint:
        # One known certificate is trusted in place of any chain; it is compared before the login.
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    return made


def check_pin(peer: object, fingerprint: str) -> None:
    """Refuse a link whose other end does not show the pinned certificate."""
    certificate = peer.getpeercert(binary_form=True) if isinstance(peer, ssl.SSLSocket) else None
    found = hashlib.sha256(certificate or b"").hexdigest()
    if certificate is None or found != fingerprint:
        raise ssl.SSLCertVerificationError(
            f"the server's certificate has the fingerprint {found}, not the pinned one"
        )
