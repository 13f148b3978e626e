"""Connections: the socket, TLS, the handshake of tokens, and the thread that reads frames.

A connection has one socket and one thread, which puts frames into the queues of their streams. Any thread may open
streams.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import os
import selectors
import socket
import ssl
import struct
import threading
import time
from typing import Any, Dict, List, Optional, Tuple

from .errors import InvalidArgument, NodeUnreachable, Overloaded, Protocol, SssError, Timeout, TooLarge, Unauthenticated
from .tokens import AUTH_VERSION, NONCE_BYTES, REMEDY, Token, Tokens, transcript
from .wire import (
    CALL_SECONDS,
    CREDIT,
    DATA,
    END,
    FAIL,
    FIRST_WINDOW,
    FRAME,
    MAX_BODY_BYTES,
    MAX_CREDIT,
    MAX_HEADER_BYTES,
    OPEN,
    PING,
    PONG,
    SEND_BYTES,
    STALL_SECONDS,
    Address,
    Channel,
    FrameReader,
    Stream,
    copy_of,
    from_json,
    parse_failure,
    to_json,
)

_PREFACE = struct.Struct(">4sHHII")
_NETWORK_SECONDS = 8.0
_MAX_IDLE_SECONDS = 120.0
_LAST_STREAM = (1 << 31) - 1


class _OfRealm(Exception):
    """The cluster is known now, so the listener must have a certificate of its CA, not of any in the token file."""

    def __init__(self, token: Token) -> None:
        super().__init__(str(token))
        self.token = token


def open_connection(address: Address, tokens: Tokens, seconds: float = CALL_SECONDS) -> Connection:
    """Connects to a listener, and proves a token if the tokens demand it."""
    deadline = time.monotonic() + seconds
    try:
        return Connection(address, tokens, seconds)
    except _OfRealm as e:
        return Connection(address, Tokens((e.token,)), max(0.001, deadline - time.monotonic()))


class Connection:
    """A connection to one listener, authenticated if the tokens demand it."""

    def __init__(self, address: Address, tokens: Tokens, seconds: float = CALL_SECONDS) -> None:
        self.address = address
        self._pid = os.getpid()
        self._streams: Dict[int, Stream] = {}
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._next = 1
        self._lost: Optional[SssError] = None
        self.peer_window = 0
        self._idle = _NETWORK_SECONDS
        self.token: Optional[Token] = None
        self._check_may_connect(tokens)
        deadline = time.monotonic() + seconds
        self._connect(tokens.authorities(), deadline)
        if any(token.authorities or address.is_loopback() for token in tokens.entries):
            self._authenticate(tokens, deadline)

    def _check_may_connect(self, tokens: Tokens) -> None:
        if not tokens.off and not tokens.authorities() and not self.address.is_loopback():
            raise Unauthenticated(
                f"nothing is sent to {self.address}, which is another machine, without TLS, and no token file with the"
                f" CA of its cluster was found; {REMEDY}. If the cluster runs with security = off, set SSS_SECURITY=off"
            )

    # Connecting.

    def _connect(self, authorities: List[bytes], deadline: float) -> None:
        """Plain on loopback, with TLS if the listener demands it; elsewhere with TLS if a CA is known."""
        secure = bool(authorities) and not self.address.is_loopback()
        status = self._attempt(authorities if secure else [], deadline)
        if status == 2 and not secure:
            if not authorities:
                raise Unauthenticated(
                    f"cannot connect to {self.address}: this cluster requires TLS and a token: {REMEDY}"
                )
            secure = True
            status = self._attempt(authorities, deadline)
        if status == 1:
            raise Overloaded(
                f"cannot connect to {self.address}: it has as many connections as it accepts; try again later"
            )
        if status != 0:
            raise Protocol(f"cannot connect to {self.address}: its preface has the status {status}")
        self._authorities = authorities if secure else []
        threading.Thread(target=self._read, args=(self._channel,), name=f"sss {self.address}", daemon=True).start()

    def _attempt(self, authorities: List[bytes], deadline: float) -> int:
        """Makes a socket and exchanges prefaces. Returns the status of the listener."""
        self._sock = self._open_socket(deadline)
        self._channel = Channel(self._sock)
        self._certificate = b""
        connected = False
        try:
            if authorities:
                self._certificate = self._channel.start_tls(_context(authorities), deadline)
            self._sock.settimeout(max(0.001, deadline - time.monotonic()))
            self._channel.send(_PREFACE.pack(b"SSS1", 1, 0, FIRST_WINDOW, int(_NETWORK_SECONDS * 1000)))
            status = self._read_preface(deadline)
            self._sock.settimeout(STALL_SECONDS)
            connected = status == 0
            return status
        except socket.timeout as e:
            raise Timeout(
                f"cannot reach {self.address}: it accepted the connection but sent no preface within"
                f" {CALL_SECONDS:g} s; is that port a node of SSS? If it is, its machine or this one is overloaded, or"
                " its process is stopped"
            ) from e
        except ssl.SSLError as e:
            raise _explained(self.address, e) from e
        except OSError as e:
            raise Overloaded(
                f"cannot connect to {self.address}: the connection was lost ({e}) during the handshake; it may be"
                " overloaded, or it is not a node of SSS"
            ) from e
        finally:
            if not connected:
                self._sock.close()

    def _open_socket(self, deadline: float) -> socket.socket:
        failure: Optional[OSError] = None
        for family, kind, protocol, _, target in self.address.resolved():
            sock = socket.socket(family, kind, protocol)
            sock.settimeout(max(0.001, min(_NETWORK_SECONDS, deadline - time.monotonic())))
            try:
                sock.connect(target)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return sock
            except OSError as e:
                sock.close()
                failure = e
            except BaseException:
                sock.close()
                raise
        if isinstance(failure, ConnectionRefusedError):
            why = "connection refused; is the node running?"
        elif isinstance(failure, socket.timeout):
            why = f"no answer within {_NETWORK_SECONDS * 1000:.0f} ms"
        else:
            why = str(failure)
        raise NodeUnreachable(f"cannot reach {self.address}: {why}") from failure

    def _read_preface(self, deadline: float) -> int:
        data = b""
        while len(data) < _PREFACE.size:
            self._sock.settimeout(max(0.001, deadline - time.monotonic()))
            data += self._channel.receive()
            if not b"SSS1".startswith(data[:4]):
                raise Protocol(f"cannot connect to {self.address}: it does not speak the protocol of SSS")
        magic, version, status, window, idle = _PREFACE.unpack_from(data)
        if magic != b"SSS1" or version != 1:
            raise Protocol(
                f"cannot connect to {self.address}: it speaks version {version} of the protocol, and this client"
                " version 1; use the same version of SSS as the cluster"
            )
        if not 1 <= window <= MAX_CREDIT or not (idle == 0 or 4 <= idle < 1 << 31):
            raise Protocol(f"cannot connect to {self.address}: its preface is malformed")
        self.peer_window = window
        self._idle = min(_MAX_IDLE_SECONDS, max(_NETWORK_SECONDS, idle / 1000))
        self._peer_idle = idle / 1000 if idle else _NETWORK_SECONDS
        self._rest = data[_PREFACE.size :]
        return int(status)

    # The handshake of tokens.

    def _listener(self) -> Tuple[str, int, bytes]:
        if self._certificate:
            return "", 0, hashlib.sha256(self._certificate).digest()
        host, port = self._sock.getpeername()[:2]
        parsed = ipaddress.ip_address(host.partition("%")[0])
        if isinstance(parsed, ipaddress.IPv6Address):
            # As Java writes it: all groups, without leading zeros.
            host = ":".join(f"{int(group, 16):x}" for group in parsed.exploded.split(":"))
        return host, port, b""

    def _authenticate(self, tokens: Tokens, deadline: float) -> None:
        done = False
        try:
            self._handshake(tokens, deadline)
            done = True
        except SssError as e:
            message = f"cannot connect to {self.address}: {e}"
            lost = isinstance(e, NodeUnreachable)  # for example for a newer connection; another attempt may succeed
            raise (Overloaded(message) if lost else e.renamed(message)) from e
        finally:
            if not done:
                self.close()

    def _handshake(self, tokens: Tokens, deadline: float) -> None:
        nonce = os.urandom(NONCE_BYTES)
        host, port, certificate = listener = self._listener()
        hello = {
            "version": AUTH_VERSION,
            "nonce": _base64(nonce),
            "port": port,
            "host": host,
            "certificate": _base64(certificate),
        }
        stream = self.open("auth", to_json(hello))
        try:
            challenge = self._challenge(stream, deadline)
            realm = str(challenge.get("realm", ""))
            token = tokens.of_realm(realm)
            if token is None:
                raise Unauthenticated(f"the token file has no token of this cluster (realm {realm}); {REMEDY}")
            if token.authorities and not certificate:
                raise Unauthenticated(
                    f"the cluster of {token} uses TLS, and the program at this address does not, so it is not a node"
                    " of that cluster"
                )
            if certificate and set(token.authorities) != set(self._authorities):
                if token.authorities:
                    raise _OfRealm(token)
                raise Unauthenticated(
                    "the certificate of the program at this address does not come from the CA of the cluster of"
                    f" {token}, so it is not a node of that cluster; if its CA has changed, get a new token file"
                )
            signed = transcript(nonce, listener, realm, _unbase64(challenge.get("nonce")), token.id)
            stream.send(to_json({"token": token.id, "proof": _base64(token.proof(signed))}))
            stream.end()
            welcome = from_json(stream.await_end(max(0.001, deadline - time.monotonic())), "the welcome of 'auth'")
            if not token.is_signature(_unbase64(welcome.get("signature")), signed):
                raise Unauthenticated(
                    "the program at this address does not know the token, so it is not a node of the cluster"
                )
            self.token = token
        finally:
            stream.close()

    @staticmethod
    def _challenge(stream: Stream, deadline: float) -> Dict[str, Any]:
        try:
            frame = stream.take(max(0.001, deadline - time.monotonic()))
        except SssError as e:
            if isinstance(e, Protocol) and e.message.startswith("verb '"):
                raise Unauthenticated(
                    "the node does not authenticate itself, although the token file has a token for this machine; if"
                    " the cluster runs with security = off, set SSS_SECURITY=off"
                ) from e
            if e.message.startswith(f"version {AUTH_VERSION} of 'auth' is unknown"):
                raise Protocol(
                    f"the node speaks an older version of the handshake 'auth' than {AUTH_VERSION}, that of this"
                    " client; use the same version of SSS as the cluster"
                ) from e
            raise
        if frame is None:
            raise Protocol("the handshake ended without a challenge")
        return from_json(frame, "the challenge of 'auth'")

    # Streams.

    def is_open(self) -> bool:
        return self._lost is None

    def open(self, verb: str, header: bytes = b"", window: int = FIRST_WINDOW, end: bool = False) -> Stream:
        """Opens a stream; with ``end`` this side's direction ends at once, with an empty trailer."""
        self.check_process()
        if len(header) > MAX_HEADER_BYTES:
            raise TooLarge(f"the header of '{verb}' has {len(header)} bytes, the limit is {MAX_HEADER_BYTES}")
        name = verb.encode()
        payload = struct.pack(">B", len(name)) + name + header
        with self._opening:  # ids are sent in their order
            with self._lock:
                if self._lost is not None:
                    raise NodeUnreachable(
                        f"cannot open stream '{verb}': the connection with {self.address} is closed: {self._lost}"
                    )
                if self._next > _LAST_STREAM:
                    raise NodeUnreachable(f"the connection with {self.address} has used up its stream ids; try again")
                stream = Stream(self, self._next, f"'{verb}' to {self.address}", window)
                self._streams[self._next] = stream
                self._next += 1
            self.send_frame(OPEN, stream._number, payload)
        if end:
            stream.end()
        if window > FIRST_WINDOW:
            stream.grant()
        return stream

    def call(self, verb: str, request: Dict[str, Any], seconds: float = CALL_SECONDS) -> Dict[str, Any]:
        """Calls a verb whose request and answer are JSON."""
        body = to_json(request)
        if len(body) > MAX_BODY_BYTES:
            raise TooLarge(f"the request of '{verb}' has {len(body)} bytes, the limit is {MAX_BODY_BYTES}")
        deadline = time.monotonic() + seconds
        stream = self.open(verb, window=1 << 20)
        try:
            for at in range(0, len(body), SEND_BYTES):
                stream.send(body[at : at + SEND_BYTES])
            stream.end()
            parts: List[bytes] = []
            total = 0
            while True:
                frame = stream.take(max(0.001, deadline - time.monotonic()))
                if frame is None:
                    break
                parts.append(frame)
                total += len(frame)
                if total > MAX_BODY_BYTES:
                    raise Protocol(f"the answer of {stream.what} is above {MAX_BODY_BYTES} bytes")
        finally:
            stream.close()
        answer = b"".join(parts)
        return from_json(answer, f"the answer of {stream.what}") if answer else {}

    def check_process(self) -> None:
        """Refuses the use after a fork: both processes would use one socket."""
        if os.getpid() != self._pid:
            raise InvalidArgument(
                f"this client was made by the process {self._pid}, and a fork of it cannot use it; call sss.connect()"
                " in each process"
            )

    def send_frame(self, kind: int, stream: int, payload: bytes) -> None:
        self.check_process()
        if self._lost is not None:
            raise copy_of(self._lost)
        try:
            self._channel.send(FRAME.pack(len(payload), kind, 0, 0, stream) + payload)
        except (OSError, ssl.SSLError) as e:
            self._fail(NodeUnreachable(f"the connection with {self.address} was lost: {e}"))
            raise copy_of(self._lost or NodeUnreachable(str(e))) from e

    def forget(self, stream: Stream) -> None:
        if stream.is_over():
            with self._lock:
                self._streams.pop(stream._number, None)

    def close(self) -> None:
        """Closes the connection; its streams fail. Idempotent."""
        if os.getpid() == self._pid:
            self._fail(NodeUnreachable(f"the connection with {self.address} was closed by this side"))

    # The thread of the connection.

    def _fail(self, error: SssError) -> None:
        with self._lock:
            if self._lost is None:
                self._lost = error
            streams = list(self._streams.values())
            self._streams.clear()
        for stream in streams:
            stream.on_error(copy_of(self._lost))
        self._channel.close()

    def _read(self, channel: Channel) -> None:
        sock = self._sock
        selector = selectors.DefaultSelector()
        try:
            selector.register(sock, selectors.EVENT_READ)
            self._read_frames(channel, selector)
        except SssError as e:
            self._fail_if(channel, e)
        except (OSError, ssl.SSLError, ValueError) as e:
            self._fail_if(channel, NodeUnreachable(f"the connection with {self.address} was lost: {e}"))
        finally:
            selector.close()
            sock.close()

    def _fail_if(self, channel: Channel, error: SssError) -> None:
        if channel is self._channel:
            self._fail(error)

    def _read_frames(self, channel: Channel, selector: selectors.BaseSelector) -> None:
        frames = FrameReader()
        last = time.monotonic()
        tick = min(1.0, self._peer_idle / 8)
        self._dispatch(frames, self._rest)
        while True:
            ready = selector.select(tick)
            now = time.monotonic()
            if ready:
                data = channel.receive()
                last = time.monotonic()
                self._dispatch(frames, data)
            elif now - last > self._idle:
                raise NodeUnreachable(
                    f"the connection with {self.address} is dead: nothing was received for {self._idle * 1000:.0f} ms"
                )
            if frames.is_stalled(now):
                raise NodeUnreachable(f"the connection with {self.address} is dead: a frame was not complete in 30 s")
            if now - channel.written > self._peer_idle / 4:
                channel.try_send(FRAME.pack(0, PING, 0, 0, 0))

    def _dispatch(self, frames: FrameReader, data: bytes) -> None:
        for kind, number, payload in frames.feed(data):
            if kind == PING:
                self._channel.try_send(FRAME.pack(0, PONG, 0, 0, 0))
            elif kind == FAIL and number == 0:
                raise parse_failure(payload)
            elif kind != PONG:
                self._deliver(kind, number, payload)

    def _deliver(self, kind: int, number: int, payload: bytes) -> None:
        with self._lock:
            stream = self._streams.get(number)
            if stream is None:
                if not 0 < number < self._next:
                    raise Protocol(f"{self.address} sent a frame for the stream {number}, which was never opened")
                return  # a stream that is over
        if kind == DATA:
            stream.on_data(payload)
        elif kind == CREDIT:
            stream.on_credit(struct.unpack(">I", payload)[0])
        elif kind == END:
            stream.on_end(payload)
        else:
            stream.on_error(parse_failure(payload))
        self.forget(stream)


def _context(authorities: List[bytes]) -> ssl.SSLContext:
    """TLS 1.3 with these CAs; certificates are of clusters, not of host names."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_verify_locations(cadata=b"".join(authorities))
    return context


def _explained(address: Address, e: ssl.SSLError) -> SssError:
    start = f"cannot connect to {address}: "
    if isinstance(e, ssl.SSLCertVerificationError):
        if e.verify_code in (9, 10):  # not yet valid, expired
            return Unauthenticated(
                f"{start}its certificate is not valid at the time of this machine ({e.verify_message}); check the"
                " clocks, or renew it by 'sss security node NAME --renew'"
            )
        return Unauthenticated(
            f"{start}its certificate does not come from the CA of this cluster; use the token file, or the files of"
            " 'sss security node', of the cluster that runs there"
        )
    reason = e.reason or str(e)
    if "VERSION" in reason and "PROTOCOL" in reason:
        return Unauthenticated(f"{start}it does not use TLS 1.3, which SSS requires ({reason})")
    if "WRONG_VERSION" in reason or "PACKET" in reason or "RECORD" in reason:
        return Unauthenticated(
            f"{start}it does not use TLS; is that port a node of this cluster, and does the node run with"
            " security = on?"
        )
    return NodeUnreachable(f"{start}TLS failed: {reason}; try again")


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _unbase64(text: Any) -> bytes:
    try:
        return base64.b64decode(str(text or ""), validate=True)
    except ValueError as e:
        raise Protocol("a message of the handshake has bytes that are not Base64") from e
