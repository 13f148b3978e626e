"""The token file of a user, and the proof that a client knows a token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import ssl
import stat
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import List, Mapping, Optional, Sequence, Tuple

from .errors import InvalidArgument

REMEDY = (
    "set SSS_TOKEN_FILE to your token file of this cluster; its administrator makes one by 'sss security token'"
    " (docs/security.md)"
)
MAX_BYTES = 1 << 20
AUTH_VERSION = 2
NONCE_BYTES = 32

_VARIABLE = "SSS_TOKEN_FILE"
_TOKEN = re.compile(r"sss1\.([0-9a-f]{32})\.([0-9a-f]{8})\.([A-Za-z0-9_-]{43})")
_START = "-----BEGIN CERTIFICATE-----"
_END = "-----END CERTIFICATE-----"


@dataclass(frozen=True)
class Token:
    """A token, with the CA of its cluster (several during a change; none if the cluster does not use TLS)."""

    realm: str
    id: str
    secret: bytes = field(repr=False)
    authorities: Tuple[bytes, ...] = field(repr=False)

    def __str__(self) -> str:
        return f"token {self.id} of realm {self.realm}"

    def proof(self, transcript: bytes) -> bytes:
        """Returns the client's proof of a transcript."""
        client = _hmac(self.secret, b"SSS client key")
        signature = _hmac(hashlib.sha256(client).digest(), transcript)
        return bytes(a ^ b for a, b in zip(client, signature))

    def is_signature(self, signature: bytes, transcript: bytes) -> bool:
        """Returns whether a node that knows the token has signed the transcript."""
        return hmac.compare_digest(signature, _hmac(_hmac(self.secret, b"SSS server key"), transcript))


@dataclass(frozen=True)
class Tokens:
    """The tokens of a token file; ``off`` if security is off on purpose (``SSS_SECURITY=off``)."""

    entries: Tuple[Token, ...] = ()
    off: bool = False

    def of_realm(self, realm: str) -> Optional[Token]:
        """Returns the token of a cluster, or None."""
        return next((token for token in self.entries if token.realm == realm), None)

    def authorities(self) -> List[bytes]:
        """Returns the CAs of all clusters, in DER."""
        return [der for token in self.entries for der in token.authorities]


def transcript(nonce: bytes, listener: Tuple[str, int, bytes], realm: str, challenge: bytes, token: str) -> bytes:
    """Returns what both sides of a handshake sign: each part after its length."""
    host, port, certificate = listener
    parts = [
        f"SSS auth {AUTH_VERSION}".encode(),
        nonce,
        host.encode(),
        str(port).encode(),
        certificate,
        realm.encode(),
        challenge,
        token.encode(),
    ]
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def location(environment: Optional[Mapping[str, str]] = None) -> Optional[Path]:
    """Returns where the token file of this user is; None for a user without a home directory."""
    variables = os.environ if environment is None else environment
    if variables.get(_VARIABLE):
        return Path(variables[_VARIABLE])
    if variables.get("XDG_CONFIG_HOME"):
        return Path(variables["XDG_CONFIG_HOME"]) / "sss" / "token"
    home = variables.get("HOME") or os.path.expanduser("~")
    return Path(home) / ".config" / "sss" / "token" if home and home != "~" else None


def of_user(token_file: Optional[os.PathLike[str] | str] = None) -> Tokens:
    """Reads the given token file, else the one of this user; no tokens if that is missing."""
    if token_file is not None:
        return read(Path(token_file))
    if os.environ.get("SSS_SECURITY") == "off":
        return Tokens(off=True)
    file = location()
    if file is None or (not file.exists() and not os.environ.get(_VARIABLE)):
        return Tokens()
    return read(file)


def hint() -> str:
    """Returns why this user may have no token for a cluster: text to append to an error, or nothing."""
    if os.environ.get("SSS_SECURITY") == "off":
        return "; SSS_SECURITY=off is set, so this client ignores its tokens"
    file = location()
    if file is None:
        return "; this user has no home directory"
    if not file.exists():
        return f"; there is no file {file}"
    try:
        tokens = read(file)
    except InvalidArgument as e:
        return f"; {e}"
    if not tokens.entries:
        return f"; there is no token in {file}"
    return "" if tokens.authorities() else f"; the tokens in {file} are for clusters without TLS"


def read(file: Path) -> Tokens:
    """Reads a token file. Raises InvalidArgument with file and line if it cannot be used."""
    try:
        if file.is_dir():
            raise _invalid(file, "it is a directory")
        with open(file, "rb") as opened:
            _check_rights(file, os.fstat(opened.fileno()))
            content = opened.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise _invalid(file, f"it has more than {MAX_BYTES} bytes")
        return _parse(content.decode().splitlines(), file)
    except FileNotFoundError as e:
        raise _invalid(file, f"it does not exist; correct or unset {_VARIABLE}") from e
    except PermissionError as e:
        raise _invalid(file, "this user may not read it") from e
    except (OSError, UnicodeDecodeError) as e:
        raise _invalid(file, str(e)) from e


def _check_rights(file: Path, status: os.stat_result) -> None:
    if os.name != "posix":
        return
    user = os.geteuid()
    if status.st_uid not in (0, user) and user != 0:
        raise _invalid(
            file,
            f"it belongs to another user (uid {status.st_uid}), who knows its secrets; run this as that user,"
            " or use a copy that is your own",
        )
    others = stat.S_IMODE(status.st_mode) & 0o077
    groups = set(os.getgroups()) | {os.getegid()}
    mounted = status.st_uid == 0 and user != 0 and others & ~0o050 == 0 and status.st_gid in groups
    if others and not mounted:
        mode = stat.filemode(status.st_mode)[1:]
        raise _invalid(
            file, f"other users have rights to it ({mode}); if its content is still secret, run: chmod 600 {file}"
        )


def _parse(lines: Sequence[str], file: Path) -> Tokens:
    entries: List[Token] = []
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        number = at + 1
        at += 1
        if not line or line.startswith("#"):
            continue
        if line == _START:
            end = at
            while end < len(lines) and lines[end].strip() != _END:
                end += 1
            entries = _with_certificate(entries, lines[at - 1 : end + 1], file, number)
            at = end + 1
            continue
        matched = _TOKEN.fullmatch(line)
        if not matched:
            raise _invalid(file, f"line {number}: a line is not a token (sss1.REALM.ID.SECRET)")
        secret = base64.urlsafe_b64decode(matched.group(3) + "=")
        entries.append(Token(matched.group(1), matched.group(2), secret, ()))
    return Tokens(tuple(entries))


def _with_certificate(entries: List[Token], lines: Sequence[str], file: Path, number: int) -> List[Token]:
    if not entries:
        raise _invalid(file, f"line {number}: a certificate must come after the token of its cluster")
    try:
        pem = "\n".join(line.strip() for line in lines) + "\n"
        der = ssl.PEM_cert_to_DER_cert(pem)
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=der)  # rejects what is not a certificate
    except (ValueError, ssl.SSLError) as e:
        raise _invalid(file, f"line {number}: {e}") from e
    last = entries[-1]
    return [*entries[:-1], Token(last.realm, last.id, last.secret, (*last.authorities, der))]


def _invalid(file: Path, why: str) -> InvalidArgument:
    return InvalidArgument(f"cannot use the token file {file}: {why}")
