"""The self-signed certificate for TLS: made at the first start, renewed before it expires or when hosts are added."""

from __future__ import annotations

import datetime as dt
import ssl
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.language import N_
from companion.problems import Problem
from companion.web.lan.secret_files import read_private, write_private

_FILE = "lan.pem"
_VALIDITY = dt.timedelta(days=397)
"""Phones refuse server certificates of a longer validity than 398 days."""
_RENEW_BEFORE = dt.timedelta(days=14)
_CLOCK_SKEW = dt.timedelta(days=1)
_LOOPBACK_HOSTS = ("localhost", "127.0.0.1")


def certificate_for(folder: Path, hosts: tuple[str, ...], now: dt.datetime | None = None) -> Path:
    """Return the file with key and certificate, which is made or renewed if necessary.

    Key and certificate share a file, so that they change together; only its owner may read it.

    Args:
        folder: the data folder.
        hosts: the addresses and names that the page is opened by.
        now: the time; by default the present.

    Raises:
        Problem: the file cannot be written.
    """
    now = now or dt.datetime.now(dt.UTC)
    path = folder / _FILE
    try:
        if not _is_valid(path, {*hosts, *_LOOPBACK_HOSTS}, now):
            write_private(path, _signed((*hosts, *_LOOPBACK_HOSTS), now))
    except OSError:
        raise Problem(
            N_("The certificate cannot be written into the data folder “{folder}”; choose another with --data."),
            folder=folder,
        ) from None
    return path


def tls_context(path: Path) -> ssl.SSLContext:
    """Return a TLS context with this key and certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(path)
    return context


def _is_valid(path: Path, hosts: set[str], now: dt.datetime) -> bool:
    """Return whether the file holds a certificate with its key, for all these hosts, that does not expire soon."""
    try:
        data = read_private(path)
        certificate = x509.load_pem_x509_certificate(data)
        key = load_pem_private_key(data, None)
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (FileNotFoundError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    known = {str(name.value) for name in names}
    valid = certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - _RENEW_BEFORE
    return valid and hosts <= known and key.public_key() == certificate.public_key()


def _signed(hosts: tuple[str, ...], now: dt.datetime) -> bytes:
    """Return a new private key and a certificate for these names that it has signed itself, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Longhouse")])
    names = [_general_name(host) for host in dict.fromkeys(hosts)]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCK_SKEW)
        .not_valid_after(now + _VALIDITY)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private + certificate.public_bytes(Encoding.PEM)


def _general_name(host: str) -> x509.GeneralName:
    with suppress(ValueError):
        address: IPv4Address | IPv6Address = ip_address(host)
        return x509.IPAddress(address)
    return x509.DNSName(host)
