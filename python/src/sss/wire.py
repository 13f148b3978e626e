"""Frames, streams and credit of docs/protocol.md.

A stream buffers at most its window and one frame, and belongs to one thread at a time.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import socket
import ssl
import struct
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterator, List, NamedTuple, Optional, Tuple

from .errors import (
    Cancelled,
    InvalidArgument,
    NodeUnreachable,
    Protocol,
    SssError,
    Timeout,
    of_code,
)

if TYPE_CHECKING:
    from .connection import Connection

OPEN, DATA, END, FAIL, CREDIT, PING, PONG = range(1, 8)
MAX_HEADER_BYTES = 262_144
MAX_DATA_BYTES = 1_114_112
MAX_BODY_BYTES = 16 << 20
#: Credit of each new stream; streams that receive much grant themselves more.
FIRST_WINDOW = 64 << 10
CALL_SECONDS = 30.0

FRAME = struct.Struct(">IBBHI")
_SIZES = {
    DATA: (1, MAX_DATA_BYTES),
    END: (0, 262_144),
    FAIL: (3, 262_144),
    CREDIT: (4, 4),
    PING: (0, 0),
    PONG: (0, 0),
}
STALL_SECONDS = 30.0
SEND_BYTES = 256 << 10
MAX_CREDIT = 1 << 30
_MAX_MESSAGE = 5_120


class Address(NamedTuple):
    """The address of a node's server or data server."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    def resolved(self) -> List[Tuple[Any, ...]]:
        """Returns the results of ``getaddrinfo``."""
        host = self.host[1:-1] if self.host.startswith("[") and self.host.endswith("]") else self.host
        try:
            return list(socket.getaddrinfo(host, self.port, type=socket.SOCK_STREAM))
        except OSError as e:
            raise NodeUnreachable(f"cannot reach {self}: the host name is unknown") from e

    def is_loopback(self) -> bool:
        """Returns whether only programs of this machine reach it."""
        try:
            return ipaddress.ip_address(str(self.resolved()[0][4][0])).is_loopback
        except (NodeUnreachable, ValueError):
            return False


def parse_address(text: str) -> Address:
    """Parses HOST:PORT."""
    host, colon, port = text.rpartition(":")
    bare_ipv6 = ":" in host and not (host.startswith("[") and host.endswith("]"))
    digits = port.strip()
    if not colon or not host or bare_ipv6 or not (digits.isascii() and digits.isdigit()) or int(digits) > 65535:
        raise InvalidArgument(f"'{text}' is not HOST:PORT, for example 127.0.0.1:21200 or [::1]:21200")
    return Address(host, int(digits))


def to_json(message: Any) -> bytes:
    """Encodes a message."""
    return json.dumps(message, separators=(",", ":")).encode()


def from_json(data: bytes, what: str) -> Dict[str, Any]:
    """Decodes a message, which must be an object."""
    try:
        message = json.loads(data.decode())
    except (ValueError, RecursionError) as e:
        raise Protocol(f"{what} is not JSON; client and server differ in version") from e
    if not isinstance(message, dict):
        raise Protocol(f"{what} is not a JSON object; client and server differ in version")
    return message


@contextlib.contextmanager
def parsing(what: str) -> Iterator[None]:
    """Turns failures on values of unexpected types into Protocol."""
    try:
        yield
    except (ValueError, TypeError, AttributeError, KeyError, IndexError, OverflowError) as e:
        if isinstance(e, SssError):
            raise
        raise Protocol(f"{what} is malformed ({e}); client and server differ in version") from e


class Channel:
    """The bytes of one socket, encrypted or not. One thread receives, any thread sends."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._sending = threading.Lock()
        self._tls: Optional[ssl.SSLObject] = None
        self._tls_lock = threading.Lock()  # OpenSSL allows one thread at a time; taken after _sending
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._broken = False
        self.written = time.monotonic()

    def start_tls(self, context: ssl.SSLContext, deadline: float) -> bytes:
        """Makes the handshake of TLS. Returns the certificate of the listener."""
        tls = context.wrap_bio(self._incoming, self._outgoing)
        while True:
            try:
                tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                self._flush_handshake(deadline)
                data = self._sock.recv(65536)
                if not data:
                    raise ConnectionResetError("the peer closed it during the handshake of TLS") from None
                self._incoming.write(data)
        self._flush_handshake(deadline)
        self._tls = tls
        return tls.getpeercert(binary_form=True) or b""

    def _flush_handshake(self, deadline: float) -> None:
        self._sock.settimeout(max(0.001, deadline - time.monotonic()))
        data = self._outgoing.read()
        if data:
            self._sock.sendall(data)

    def send(self, data: bytes) -> None:
        """Sends all of it. After a failure, also by an interrupt, the channel is closed: a frame may be cut."""
        with self._sending:
            self._send(data)

    def try_send(self, data: bytes) -> None:
        """Sends it unless another thread is sending."""
        if self._sending.acquire(blocking=False):
            try:
                self._send(data)
            finally:
                self._sending.release()

    def _send(self, data: bytes) -> None:
        if self._broken:
            raise ConnectionResetError("the connection was closed while a frame was sent")
        done = False
        try:
            if self._tls is None:
                self._sock.sendall(data)
            else:
                with self._tls_lock:
                    self._tls.write(data)
                    encrypted = self._outgoing.read()
                self._sock.sendall(encrypted)
            self.written = time.monotonic()
            done = True
        finally:
            if not done:
                self._broken = True
                self.close()

    def receive(self) -> bytes:
        """Returns what has arrived; may be empty with TLS. Raises ConnectionError at the end."""
        data = self._sock.recv(SEND_BYTES)
        if not data:
            raise ConnectionResetError("the peer closed it")
        if self._tls is None:
            return data
        with self._tls_lock:
            self._incoming.write(data)
            parts: List[bytes] = []
            try:
                while True:
                    part = self._tls.read(SEND_BYTES)
                    if not part:
                        break
                    parts.append(part)
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLZeroReturnError:
                if not parts:
                    raise ConnectionResetError("the peer closed it") from None
        return b"".join(parts)

    def close(self) -> None:
        try:
            self._sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Stream:
    """One stream of a connection. One thread at a time; the thread of the connection puts what arrives."""

    def __init__(self, connection: Connection, number: int, what: str, window: int) -> None:
        self._connection = connection
        self._number = number
        self.what = what
        self._changed = threading.Condition()
        self._frames: Deque[bytes] = deque()
        self._credit = connection.peer_window
        self._window = max(window, FIRST_WINDOW)
        self._allowed = FIRST_WINDOW
        self._consumed = 0
        self._sent_end = False
        self._received_end = False
        self._error: Optional[SssError] = None
        self.trailer = b""

    # What the thread of the connection calls.

    def on_data(self, data: bytes) -> None:
        with self._changed:
            if self._received_end or self._allowed <= 0:
                raise Protocol("a DATA frame came after END, or without credit")
            self._allowed -= len(data)
            self._frames.append(data)
            self._changed.notify_all()

    def on_end(self, trailer: bytes) -> None:
        with self._changed:
            if self._received_end:
                raise Protocol("END came twice")
            self.trailer = trailer
            self._received_end = True
            self._changed.notify_all()

    def on_credit(self, count: int) -> None:
        with self._changed:
            if count < 1 or self._credit + count > MAX_CREDIT:
                raise Protocol(f"a CREDIT frame of {count} bytes passes the limit")
            self._credit += count
            self._changed.notify_all()

    def on_error(self, error: SssError) -> None:
        with self._changed:
            if self._error is None and not (self._received_end and self._sent_end):
                self._error = error
            self._changed.notify_all()

    def is_over(self) -> bool:
        return self._error is not None or (self._sent_end and self._received_end)

    # What callers use.

    def grant(self) -> None:
        """Grants the credit of the window; the first window is in the preface."""
        if self._window > FIRST_WINDOW:
            self._grant(self._window - FIRST_WINDOW)

    def _grant(self, count: int) -> None:
        with self._changed:
            self._allowed += count
        self._connection.send_frame(CREDIT, self._number, struct.pack(">I", count))

    def take(self, seconds: float = CALL_SECONDS) -> Optional[bytes]:
        """Waits for the next DATA frame. Returns None after END, whose trailer is then known."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while not self._frames:
                if self._error is not None:
                    raise copy_of(self._error)
                if self._received_end:
                    return None
                left = deadline - time.monotonic()
                if left <= 0:
                    raise Timeout(f"{self.what} had no response within {seconds:g} s")
                self._changed.wait(left)
            frame = self._frames.popleft()
            self._consumed += len(frame)
            grant = self._consumed if self._consumed * 2 >= self._window and not self._received_end else 0
            self._consumed -= grant
        if grant and not self.is_over():
            self._grant(grant)
        return frame

    def await_end(self, seconds: float = CALL_SECONDS) -> bytes:
        """Waits for END, before which no more data may come. Returns the trailer."""
        if self.take(seconds) is not None:
            raise Protocol(f"{self.what} answered with data where only the end may come")
        return self.trailer

    def send(self, data: bytes, seconds: float = STALL_SECONDS) -> None:
        """Sends one DATA frame; waits while there is no credit."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while self._credit <= 0 and self._error is None:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
            error = self._error
            stalled = error is None and self._credit <= 0
            self._credit -= len(data)
        if error is not None:
            raise copy_of(error)
        if stalled:
            self.fail(Timeout(f"{self.what}: the peer has read nothing for {seconds:g} s"))
            raise Timeout(f"{self.what}: the peer has read nothing for {seconds:g} s")
        self._connection.send_frame(DATA, self._number, data)

    def end(self, trailer: bytes = b"") -> None:
        """Ends this side's direction."""
        with self._changed:
            if self._error is not None:
                raise copy_of(self._error)
            self._sent_end = True
        self._connection.send_frame(END, self._number, trailer)
        self._connection.forget(self)

    def fail(self, error: SssError) -> None:
        """Ends both directions, unless the stream is over."""
        with self._changed:
            if self.is_over():
                return
            self._error = error
        code = error.code.encode()
        message = error.message.encode()[:_MAX_MESSAGE]
        payload = struct.pack(">B", len(code)) + code + struct.pack(">H", len(message)) + message
        try:
            self._connection.send_frame(FAIL, self._number, payload)
        except SssError:
            pass  # the connection is lost, which ends the stream
        self._connection.forget(self)

    def close(self) -> None:
        """Cancels the stream unless it is over. Idempotent."""
        self.fail(Cancelled(f"{self.what} was abandoned by its caller"))
        self._frames.clear()


def copy_of(error: SssError) -> SssError:
    """Returns an equal error to raise, as one that is raised again would collect tracebacks."""
    return type(error)(error.message, error.remote_trace)


class FrameReader:
    """Splits what a listener sends into frames. Every length is bounded."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._since: Optional[float] = None

    def feed(self, data: bytes) -> List[Tuple[int, int, bytes]]:
        """Returns type, stream and payload of the frames that are complete now."""
        buffer = self._buffer
        buffer += data
        frames: List[Tuple[int, int, bytes]] = []
        at = 0
        while len(buffer) - at >= FRAME.size:
            length, kind, flags, reserved, stream = FRAME.unpack_from(buffer, at)
            low, high = _SIZES.get(kind, (1, 0))
            if not low <= length <= high or flags or reserved:
                raise Protocol(f"a frame of type {kind} with {length} bytes is not one that a listener sends")
            if (stream == 0) != (kind in (PING, PONG)) and not (stream == 0 and kind == FAIL):
                raise Protocol(f"a frame of type {kind} is for the stream {stream}")
            start = at + FRAME.size
            if len(buffer) - start < length:
                break
            frames.append((kind, stream, bytes(buffer[start : start + length])))
            at = start + length
        del buffer[:at]
        if not buffer:
            self._since = None
        elif at or self._since is None:
            self._since = time.monotonic()
        return frames

    def is_stalled(self, now: float) -> bool:
        """Returns whether a frame was not complete within 30 s."""
        return self._since is not None and now - self._since > STALL_SECONDS


def parse_failure(payload: bytes) -> SssError:
    """Parses the payload of a FAIL frame."""
    code_end = 1 + payload[0]
    if len(payload) < code_end + 2:
        raise Protocol("a FAIL frame is cut")
    (length,) = struct.unpack_from(">H", payload, code_end)
    message_end = code_end + 2 + length
    if len(payload) < message_end:
        raise Protocol("a FAIL frame is cut")
    code = payload[1:code_end].decode("ascii", "replace")
    message = payload[code_end + 2 : message_end].decode("utf-8", "replace")
    return of_code(code, message, payload[message_end:].decode("utf-8", "replace"))
