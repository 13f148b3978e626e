"""The tuples of a worker: its input and output in the format ``framed``, and the table of a combiner."""

from __future__ import annotations

import io
import struct
from time import monotonic
from types import GeneratorType
from typing import Any, Callable, Dict, Iterable, Iterator, List, Tuple

from .encoding import MAX_KEY_BYTES, Codec, check_sizes, shown
from .errors import InvalidArgument, SssError
from .failures import NO_KEY, Failed, place, write_error

_READ_BYTES = 256 << 10
_WRITE_BYTES = 64 << 10
_SIGN_SECONDS = 10.0
_FLUSH_SECONDS = 1.0
_COMBINE_BYTES = 32 << 20
_FOLD_BYTES = 1 << 20
#: Memory of an entry of the table, and of a reference to a further value.
_KEY_BYTES = 200
_VALUE_BYTES = 40
_LENGTH = struct.Struct(">I")
_END = b"\xff\xff\xff\xff"
#: Python types of which equal objects have equal encodings, so that a table of keys needs no encodings.
_PLAIN = {"string": str, "bytes": bytes, "long": int, "int": int}

Encoded = Tuple[bytes, bytes]


class Source:
    """Tuples in the format ``framed``. Iterate over it once.

    ``read(n)`` returns up to n bytes, at the end none.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read

    def __iter__(self) -> Iterator[Encoded]:
        length = _LENGTH.unpack_from
        data = b""
        at = 0
        while True:
            end = len(data)
            missing = 0
            while True:
                value_at = at + 8
                if value_at > end:
                    missing = value_at - end
                    break
                key_end = at + 4 + length(data, at)[0]
                value_at = key_end + 4
                if value_at > end:
                    missing = value_at - end
                    break
                value_end = value_at + length(data, key_end)[0]
                if value_end > end:
                    missing = value_end - end
                    break
                yield data[at + 4 : key_end], data[value_at:value_end]
                at = value_end
            more = self._more(missing)
            if not more:
                if at < end:
                    raise InvalidArgument("the input of the process ends in the middle of a tuple")
                return
            data = data[at:] + more
            at = 0

    def _more(self, missing: int) -> bytes:
        """Reads at least ``missing`` bytes unless the input ends: each chunk of a large value is copied once."""
        first = self._read(max(_READ_BYTES, min(missing, _READ_BYTES)))
        if len(first) >= missing or not first:
            return first
        parts = [first]
        count = len(first)
        while count < missing:
            part = self._read(_READ_BYTES)
            if not part:
                break
            parts.append(part)
            count += len(part)
        return b"".join(parts)


class Writer:
    """Encodes tuples, and writes them some thousand at a time."""

    def __init__(self, output: io.BufferedIOBase, keys: Codec, values: Codec) -> None:
        self._output = output
        self.keys = keys
        self.values = values
        self._parts: List[bytes] = []
        self._bytes = 0
        self._flushed = self._signed = monotonic()

    def put_all(self, result: Any) -> None:
        """Writes what a function returned: nothing, or pairs."""
        if result is not None:
            encode_key, encode_value = self.keys.encode, self.values.encode
            pack, append = _LENGTH.pack, self._parts.append
            count = 0
            for pair in pairs(result):
                try:
                    key, value = pair if type(pair) is tuple else _pair(pair)
                    key_bytes, value_bytes = encode_key(key), encode_value(value)
                except (SssError, ValueError) as e:
                    raise self.wrong(result, pair, e) from e
                size = len(key_bytes) + len(value_bytes)
                if size > MAX_KEY_BYTES:
                    check_sizes(key_bytes, len(value_bytes))
                append(pack(len(key_bytes)) + key_bytes + pack(len(value_bytes)) + value_bytes)
                count += size
                if count >= _WRITE_BYTES:
                    self.flush()
                    append = self._parts.append
                    count = 0
            self._bytes += count
        self.alive()

    def put_encoded(self, key: bytes, value: bytes) -> None:
        """Writes one tuple."""
        check_sizes(key, len(value))
        self._parts += (_LENGTH.pack(len(key)), key, _LENGTH.pack(len(value)), value)
        self._bytes += len(key) + len(value) + 8
        if self._bytes >= _WRITE_BYTES:
            self.flush()

    def wrong(self, result: Any, pair: Any, error: Exception) -> Failed:
        """Returns the error for what is no pair of the declared types."""
        text = f"{shown(pair)} does not fit key={self.keys.name}, value={self.values.name}: {error}"
        at = ""
        if isinstance(result, GeneratorType) and result.gi_frame is not None:
            at = place(result.gi_frame, result.gi_frame.f_lineno)
        return Failed(NO_KEY, InvalidArgument(text), at)

    def alive(self) -> None:
        """Shows that the process works, although it writes nothing for long."""
        now = monotonic()
        if self._bytes >= _WRITE_BYTES or now - self._flushed > _FLUSH_SECONDS:
            self.flush()
        if now - self._signed > _SIGN_SECONDS:
            self._signed = now
            write_error(b"\nreporter:status:working\n")

    def flush(self) -> None:
        """Sends all to the node."""
        self._flushed = monotonic()
        if self._parts:
            self._output.write(b"".join(self._parts))
            self._output.flush()
            self._parts = []
            self._bytes = 0

    def end(self) -> None:
        """Writes the end of the output, without which the node takes it for cut."""
        self.flush()
        self._output.write(_END)
        self._output.flush()


class CombineTable:
    """Collects what a mapper emits by key, and writes the combined values. Bounded by 32 MiB of keys and values."""

    def __init__(self, writer: Writer, combine: Callable[[List[Any]], Any]) -> None:
        self._writer = writer
        self._combine = combine
        self._table: Dict[Any, List[Any]] = {}
        self._bytes = 0
        self._plain_key = _PLAIN.get(writer.keys.name)
        self._plain_value = {"long": int, "int": int, "double": float}.get(writer.values.name)

    def put_all(self, result: Any) -> None:
        """Adds what a function returned: nothing, or pairs."""
        if result is None:
            self._writer.alive()
            return
        table, plain_key, plain_value = self._table, self._plain_key, self._plain_value
        added = 0
        for pair in pairs(result):
            try:
                key, value = pair if type(pair) is tuple else _pair(pair)
                if type(key) is not plain_key:
                    key = self._key(key)
                if type(value) is not plain_value:
                    added += len(self._writer.values.encode(value))
            except (SssError, ValueError) as e:
                raise self._writer.wrong(result, pair, e) from e
            known = table.get(key)
            if known is None:
                table[key] = [value]
                added += _KEY_BYTES if plain_key is int else _KEY_BYTES + len(key)
            else:
                known.append(value)
                added += _VALUE_BYTES
            if added >= _FOLD_BYTES:
                self._bytes += added
                added = 0
                self._fold_if_full()
        self._bytes += added
        if added:
            self._fold_if_full()
        self._writer.alive()

    def _key(self, key: Any) -> Any:
        encoded = self._writer.keys.encode(key)
        return encoded if self._plain_key is None else self._writer.keys.decode(encoded)

    def _fold_if_full(self) -> None:
        """Combines the values of each key; if that does not help, as many keys come once, writes all."""
        if self._bytes < _COMBINE_BYTES:
            return
        for key, values in self._table.items():
            if len(values) > 1:
                self._table[key] = [self._combined(key, values)]
        self._bytes = sum(self._size(key, values[0]) for key, values in self._table.items())
        if self._bytes * 2 > _COMBINE_BYTES:
            self.flush()

    def _size(self, key: Any, value: Any) -> int:
        size = _KEY_BYTES + (0 if self._plain_key is int else len(key))
        return size if type(value) is self._plain_value else size + len(self._encoded(key, value))

    def _encoded(self, key: Any, value: Any) -> bytes:
        try:
            return self._writer.values.encode(value)
        except SssError as e:
            shown_key = self._shown_key(key)
            raise Failed(shown_key, self._writer.wrong(None, (shown_key, value), e).cause) from e

    def _combined(self, key: Any, values: List[Any]) -> Any:
        try:
            return self._combine(values)
        except BaseException as e:
            raise Failed(self._shown_key(key), e) from e

    def _shown_key(self, key: Any) -> Any:
        return key if self._plain_key is not None else self._writer.keys.decode(key)

    def flush(self) -> None:
        """Writes all combined values."""
        encode, put = self._writer.keys.encode, self._writer.put_encoded
        for key, found in self._table.items():
            value = found[0] if len(found) == 1 else self._combined(key, found)
            encoded = self._encoded(key, value)
            try:
                put(key if self._plain_key is None else encode(key), encoded)
            except SssError as e:
                raise Failed(self._shown_key(key), e) from e
        self._table.clear()
        self._bytes = 0


def pairs(result: Any) -> Iterable[Any]:
    """Returns what a function returned as pairs, which the caller checks."""
    if type(result) in (GeneratorType, list):
        return result  # type: ignore[no-any-return]
    if isinstance(result, dict):
        return result.items()
    if isinstance(result, (tuple, str, bytes)) or not isinstance(result, Iterable):
        raise Failed(
            NO_KEY,
            InvalidArgument(
                f"the function returned {shown(result)} of the type {type(result).__name__}; it returns a list of pairs"
                " of key and value, yields them, or returns None"
            ),
        )
    return result


def _pair(found: Any) -> Tuple[Any, Any]:
    """Accepts lists of two, and not what only looks like them, such as a text of two letters."""
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        raise InvalidArgument("it is no pair of key and value")
    return found[0], found[1]
