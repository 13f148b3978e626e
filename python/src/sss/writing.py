"""Writes of a new group: nothing is visible before the commit, which makes all of it visible at once, durably."""

from __future__ import annotations

import re
import struct
import threading
import time
from operator import itemgetter
from types import TracebackType
from typing import Any, Dict, Iterable, List, Optional, Tuple, Type

from . import blocks
from .encoding import Codec, check_sizes
from .errors import Closed, Corrupt, InvalidArgument, SssError, Timeout
from .link import GroupInfo, Link, Node
from .wire import Stream, from_json, parsing, to_json

COMPRESSIONS = {"none": blocks.NONE, "lz4": blocks.LZ4, "zstd": blocks.ZSTD}
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_BUFFER_BYTES = 8 << 20
_TUPLE_OVERHEAD = 120
_FINISH_SECONDS = 300.0
_COMMIT_SECONDS = 960.0
_ABORT_SECONDS = 30.0
_ATTEMPT = {"writer": "write", "source": 0, "attempt": 0}


def check_name(name: str) -> str:
    """Returns the name if a group can have it."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise InvalidArgument(
            f"'{name}' cannot name a group: use 1 to 200 of letters, digits, '.', '_', '-', and start with a letter or"
            " digit"
        )
    return name


class Writer:
    """Writes a new group tuple by tuple, in any order. Thread-safe.

    Use it in a ``with`` block: its end commits the group, and an exception discards it. A process that is killed leaves
    nothing. Buffers about 8 MiB of tuples; a full buffer is sorted and sent.

    >>> with client.write("prices", key=str, value=float) as writer:  # doctest: +SKIP
    ...     writer.put("apple", 0.5)
    """

    def __init__(self, link: Link, name: str, key: Codec, value: Codec, replace: bool, compression: str) -> None:
        if compression not in COMPRESSIONS:
            raise InvalidArgument(f"compression is '{compression}'; it is 'none', 'lz4' or 'zstd'")
        if COMPRESSIONS[compression]:
            blocks.check_usable(COMPRESSIONS[compression])
        self._link = link
        self._key = key
        self._value = value
        self._lock = threading.Lock()
        self._buffer: Dict[int, List[Tuple[bytes, bytes]]] = {}
        self._buffered = 0
        self._sequence = 0
        self._puts: Dict[Node, Stream] = {}
        self._failure: Optional[BaseException] = None
        self._open = True
        self._ended = False
        self.committed: Optional[GroupInfo] = None
        request = {
            "name": check_name(name),
            "keyType": key.name,
            "valueType": value.name,
            "hashed": True,
            "replace": replace,
            "createdBy": "client",
            "compression": compression.upper(),
            "inMemory": False,
        }
        self._stream = link.coordinator().open("group.write", to_json(request))
        opened = False
        try:
            answer = self._stream.take()
            if answer is None:
                raise Closed(f"the coordinator ended the write of group '{name}' at once")
            self._group = GroupInfo(from_json(answer, "the answer of 'group.write'"))
            self._owners = link.owners(self._group)
            self._run = blocks.RunWriter(COMPRESSIONS[str(self._group.json.get("compression", "NONE")).lower()])
            opened = True
        finally:
            if not opened:
                self._stream.close()

    def put(self, key: Any, value: Any) -> None:
        """Adds one tuple. The writer stays usable after an object that cannot be encoded."""
        encoded = self._key.encode(key)
        self.put_encoded(encoded, self._value.encode(value))

    def put_all(self, tuples: Iterable[Tuple[Any, Any]]) -> None:
        """Adds the pairs of key and value of an iterable."""
        for key, value in tuples:
            self.put(key, value)

    def put_encoded(self, key: bytes, value: bytes) -> None:
        """Adds one tuple whose key and value are encoded."""
        check_sizes(key, len(value))
        with self._lock:
            self._check_open()
            self._buffer.setdefault(blocks.subgroup(key, len(self._owners)), []).append((key, value))
            self._buffered += len(key) + len(value) + _TUPLE_OVERHEAD
            if self._buffered >= _BUFFER_BYTES:
                self._send()

    def commit(self) -> None:
        """Makes the group visible with all its tuples."""
        with self._lock:
            self._check_open()
            self._send()
            self._finish()
            self._ended = True
            try:
                self._stream.end(to_json({"attempts": [_ATTEMPT]}))
                trailer = self._stream.await_end(_COMMIT_SECONDS)
            except SssError as e:
                if e.remote_trace is not None:
                    raise
                raise e.renamed(
                    f"the commit of group '{self._group.name}' was not answered, so the group may exist: check with"
                    f" 'sss group ls' before you write it again ({e})"
                ) from e
            self.committed = GroupInfo(from_json(trailer, "the end of 'group.write'"))
            self._close()

    def close(self) -> None:
        """Discards everything unless it was committed. Idempotent."""
        with self._lock:
            self._close()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            if kind is None and self.committed is None:
                self.commit()
        finally:
            self.close()

    def _check_open(self) -> None:
        if self._failure is not None:
            code = type(self._failure) if isinstance(self._failure, SssError) else Closed
            raise code(
                f"an earlier send to group '{self._group.name}' failed; close this writer and write the group again"
                f" ({self._failure})"
            ) from self._failure
        if not self._open or self._ended:
            raise Closed(
                f"the writer of group '{self._group.name}' was committed or closed; open a new one with write(...)"
            )

    def _send(self) -> None:
        """Sends the buffer as one sorted run for each subgroup. The order of the values of a key stays."""
        try:
            for subgroup in sorted(self._buffer):
                run = self._buffer[subgroup]
                run.sort(key=itemgetter(0))
                node = self._owners[subgroup]
                head = struct.pack(">II", subgroup, self._sequence)
                for block in self._run.blocks(run):
                    self._put(node, head + block)
        except BaseException as e:
            self._failure = e
            raise
        self._sequence += 1
        self._buffer.clear()
        self._buffered = 0

    def _put(self, node: Node, frame: bytes) -> None:
        try:
            stream = self._puts.get(node)
            if stream is None:
                header = {
                    "group": self._group.id,
                    "attempt": _ATTEMPT,
                    "temporary": False,
                    "packed": False,
                    "identity": self._group.identity,
                    "inMemory": False,
                    "memoryOnly": False,
                }
                stream = self._link.connection(node.data).open("data.put", to_json(header))
                self._puts[node] = stream
            stream.send(frame)
        except SssError as e:
            raise self._named(e, node) from e

    def _named(self, e: SssError, node: Node) -> SssError:
        return e.renamed(f"writing group {self._group.id} to {node.data} of {node}: {e}")

    def _finish(self) -> None:
        """Waits until the data servers have stored everything, and compares what they have with what was sent."""
        tuples = data_bytes = 0
        deadline = time.monotonic() + _FINISH_SECONDS
        try:
            for stream in self._puts.values():
                stream.end()
            for node, stream in self._puts.items():
                try:
                    trailer = stream.await_end(max(0.001, deadline - time.monotonic()))
                except Timeout as e:
                    raise self._named(
                        Timeout(
                            "no answer to the end of the stream before the deadline; the data server is stuck or its"
                            " disk is slow"
                        ),
                        node,
                    ) from e
                except SssError as e:
                    raise self._named(e, node) from e
                stored = from_json(trailer, "the answer to a put")
                with parsing("the answer to a put"):
                    tuples += int(stored.get("tuples", 0))
                    data_bytes += int(stored.get("dataBytes", 0))
        except BaseException as e:
            self._failure = e
            raise
        if (tuples, data_bytes) != (self._run.tuples, self._run.data_bytes):
            self._failure = Corrupt(
                f"the data servers stored {tuples} tuples of {self._run.tuples}, and {data_bytes} bytes of keys and"
                f" values of {self._run.data_bytes}, that were sent to group {self._group.id}; none of them is"
                " committed, write them again"
            )
            raise self._failure

    def _close(self) -> None:
        if not self._open:
            return
        self._open = False
        self._buffer.clear()
        for stream in self._puts.values():
            stream.close()
        if not self._ended:
            self._ended = True
            try:
                self._stream.end(to_json({"attempts": None}))
                self._stream.await_end(_ABORT_SECONDS)
            except SssError:
                pass  # the coordinator drops the group when it notices the end of the stream
        self._stream.close()
