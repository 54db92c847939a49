"""The two TLS contexts: 1.3 only, one self-signed certificate per table, trust by its hash alone."""

import hashlib
import ssl
import tempfile
from pathlib import Path

from llwire.errors import Code, Law, broken, peer_error

ALPN = "lltui/1"


def table_context(cert_pem: bytes, key_pem: bytes) -> ssl.SSLContext:
    """For the table.  No tickets: every connection proves the certificate's key anew."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.set_alpn_protocols([ALPN])
    # The ssl module reads certificates from files only; a folder made by
    # mkdtemp is open to its owner alone.
    with tempfile.TemporaryDirectory() as folder:
        pem = Path(folder) / "table.pem"
        pem.write_bytes(cert_pem + key_pem)
        context.load_cert_chain(pem)
    return context


def client_context() -> ssl.SSLContext:
    """For a player.  No authority vouches for a table; its certificate's hash is checked by the session."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # before verify_mode, which refuses CERT_NONE otherwise
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    return context


def check_alpn(tls: ssl.SSLObject) -> None:
    """OpenSSL goes on when there is no common protocol; we do not."""
    if tls.selected_alpn_protocol() != ALPN:
        raise broken(Law.ALPN, f"speaks {tls.selected_alpn_protocol()}, not {ALPN}")


def certificate_hash(tls: ssl.SSLObject) -> bytes:
    """Of the certificate whose key the other end has just proved to hold."""
    try:
        der = tls.getpeercert(binary_form=True)
    except ValueError:
        # "handshake not done yet", when a broken record follows the handshake at once.
        der = None
    if der is None:
        raise peer_error(Code.LOST, "no certificate to be seen")
    return hashlib.sha256(der).digest()
