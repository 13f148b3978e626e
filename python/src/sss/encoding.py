"""Types of keys and values: the names that a group records, and the bytes of docs/storage-format.md.

Encodings preserve order: comparing two of them as unsigned bytes gives the order of the objects.
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import struct
import typing
import uuid
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Sequence, Tuple

from .errors import Corrupt, InvalidArgument, TooLarge
from .typenames import CONTAINERS, Type, parse_type

MAX_KEY_BYTES = (64 << 10) - 1
MAX_VALUE_BYTES = 1 << 30

_SIGN = 1 << 63
_MASK = (1 << 64) - 1
_NAN = 0x7FF8000000000000
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_EPOCH_DAY = datetime.date(1970, 1, 1).toordinal()
_U64 = struct.Struct(">Q")
_U32 = struct.Struct(">I")
_F64 = struct.Struct(">d")
_F32 = struct.Struct(">f")

#: Reads one field at an offset; returns the object and the offset after it.
_Read = Callable[[bytes, int], Tuple[Any, int]]


class Instant(NamedTuple):
    """A time that ``datetime`` cannot represent: of other years, or not a whole number of microseconds."""

    seconds: int
    nanos: int


class Codec:
    """Encodes and decodes objects of one type. Stateless."""

    def __init__(self, name: str, encode: Callable[[Any], bytes], decode: Callable[[bytes], Any]) -> None:
        self.name = name
        #: Returns the bytes of an object. Raises InvalidArgument for one of another type.
        self.encode = encode
        #: Returns the object of these bytes. Raises Corrupt if they are no encoding of this type.
        self.decode = decode

    def __repr__(self) -> str:
        return f"Codec({self.name!r})"


# Scalars.


def _wrong(name: str, value: Any) -> InvalidArgument:
    if value is None:
        return InvalidArgument(f"None is no {name}; keys, values and fields must not be None, except optional fields")
    return InvalidArgument(f"{shown(value)} of the type {type(value).__name__} is no {name}")


def shown(value: Any) -> str:
    """Returns a short text of an object for messages."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _integer(value: Any, name: str, bits: int) -> int:
    """Accepts int, and integers of NumPy; not bool, and no float."""
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif hasattr(value, "__index__") and not isinstance(value, bool):
        number = value.__index__()
    else:
        raise _wrong(name, value)
    if not -(1 << (bits - 1)) <= number < 1 << (bits - 1):
        raise InvalidArgument(f"{number} does not fit into {bits // 8} bytes, those of {name}")
    return number


def _encode_integer(name: str, bits: int) -> Callable[[Any], bytes]:
    sign = 1 << (bits - 1)
    size = bits // 8
    return lambda value: (_integer(value, name, bits) + sign).to_bytes(size, "big")


def _decode_integer(name: str, bits: int) -> Callable[[bytes], int]:
    sign = 1 << (bits - 1)
    size = bits // 8

    def decode(data: bytes) -> int:
        if len(data) != size:
            raise _wrong_size(name, size, len(data))
        return int.from_bytes(data, "big") - sign

    return decode


def _wrong_size(name: str, size: int, found: int) -> Corrupt:
    article = "an" if name.startswith("i") else "a"
    return Corrupt(
        f"{article} {name} takes {size} bytes, found {found}; the tuple was not written with this codec or is damaged"
    )


def _real(value: Any, name: str) -> float:
    if isinstance(value, (bool, str, bytes)) or value is None or not hasattr(value, "__float__"):
        raise _wrong(name, value)
    try:
        return float(value) + 0.0  # -0.0 becomes 0.0
    except (OverflowError, TypeError, ValueError) as e:
        raise InvalidArgument(f"{shown(value)} is no {name}: {e}") from e


def _encode_double(value: Any) -> bytes:
    number = _real(value, "double")
    bits = _NAN if number != number else int(_U64.unpack(_F64.pack(number))[0])
    return _U64.pack(bits ^ (_MASK if bits & _SIGN else _SIGN))


def _decode_double(data: bytes) -> float:
    if len(data) != 8:
        raise _wrong_size("double", 8, len(data))
    bits = int(_U64.unpack(data)[0])
    return float(_F64.unpack(_U64.pack(bits ^ (_SIGN if bits & _SIGN else _MASK)))[0])


def _encode_float(value: Any) -> bytes:
    number = _real(value, "float")
    try:
        packed = _F32.pack(number)
    except OverflowError as e:
        raise InvalidArgument(f"{number!r} does not fit into a float of 4 bytes; use double") from e
    bits = 0x7FC00000 if number != number else int(_U32.unpack(packed)[0])
    return _U32.pack(bits ^ (0xFFFFFFFF if bits & 0x80000000 else 0x80000000))


def _decode_float(data: bytes) -> float:
    bits = int(_U32.unpack(data)[0])
    return float(_F32.unpack(_U32.pack(bits ^ (0x80000000 if bits & 0x80000000 else 0xFFFFFFFF)))[0])


def _encode_string(value: Any) -> bytes:
    if not isinstance(value, str):
        raise _wrong("string", value)
    try:
        return value.encode()
    except UnicodeEncodeError as e:
        raise InvalidArgument(f"{shown(value)} has an unpaired surrogate, which UTF-8 has not; use bytes") from e


def _decode_string(data: bytes) -> str:
    """Malformed UTF-8, which text files may contain, becomes U+FFFD, as in Java."""
    return data.decode("utf-8", "replace")


def _encode_bytes(value: Any) -> bytes:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise _wrong("bytes", value)


def _encode_boolean(value: Any) -> bytes:
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):  # also that of NumPy
        return b"\x01" if value else b"\x00"
    raise _wrong("boolean", value)


def _decode_boolean(data: bytes) -> bool:
    if data not in (b"\x00", b"\x01"):
        raise Corrupt(f"a record has {data[0]} for a boolean, expected 0 or 1")
    return data == b"\x01"


def _encode_char(value: Any) -> bytes:
    if isinstance(value, str) and len(value) == 1 and ord(value) < 65536:
        return ord(value).to_bytes(2, "big")
    raise _wrong("char", value)


_encode_i64 = _encode_integer("long", 64)
_encode_i32 = _encode_integer("int", 32)
_decode_i64 = _decode_integer("long", 64)
_decode_i32 = _decode_integer("int", 32)


def _encode_instant(value: Any) -> bytes:
    if isinstance(value, Instant):
        seconds, nanos = value
    elif isinstance(value, datetime.datetime) and value.tzinfo is not None:
        since = value - _EPOCH
        seconds, nanos = since.days * 86400 + since.seconds, since.microseconds * 1000 + getattr(value, "nanosecond", 0)
    elif isinstance(value, datetime.datetime):
        raise InvalidArgument(f"{value} has no time zone, so it is no instant; for example add tzinfo=timezone.utc")
    else:
        raise _wrong("instant", value)
    if not 0 <= nanos < 1_000_000_000:
        raise InvalidArgument(f"{value} has nanoseconds that are not between 0 and 999,999,999")
    return _encode_i64(seconds) + _encode_i32(nanos)


def _decode_instant(data: bytes) -> Any:
    seconds, nanos = _decode_i64(data[:8]), _decode_i32(data[8:])
    if not 0 <= nanos < 1_000_000_000:
        raise Corrupt(f"a record has an instant with {nanos} nanoseconds")
    if nanos % 1000 == 0:
        try:
            return _EPOCH + datetime.timedelta(seconds=seconds, microseconds=nanos // 1000)
        except OverflowError:
            pass
    return Instant(seconds, nanos)


def _encode_date(value: Any) -> bytes:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return _encode_i64(value.toordinal() - _EPOCH_DAY)
    if isinstance(value, int) and not isinstance(value, bool):
        return _encode_i64(value)
    raise _wrong("date", value)


def _decode_date(data: bytes) -> Any:
    days = _decode_i64(data)
    try:
        return datetime.date.fromordinal(days + _EPOCH_DAY)
    except (ValueError, OverflowError):
        return days  # of a year that Python's dates do not have


def _encode_uuid(value: Any) -> bytes:
    if isinstance(value, uuid.UUID):
        return value.bytes
    raise _wrong("uuid", value)


def _encode_decimal(value: Any) -> bytes:
    if not isinstance(value, decimal.Decimal) or not value.is_finite():
        raise _wrong("decimal", value)
    sign, digits, exponent = value.as_tuple()
    unscaled = int("".join(map(str, digits)) or "0") * (-1 if sign else 1)
    size = (unscaled if unscaled >= 0 else ~unscaled).bit_length() // 8 + 1
    return _encode_i32(-int(exponent)) + _escaped(unscaled.to_bytes(size, "big", signed=True))


# Fields of records.


def _escaped(data: bytes) -> bytes:
    return data.replace(b"\0", b"\0\xff") + b"\0\0"


def _read_escaped(data: bytes, at: int) -> Tuple[bytes, int]:
    zero = data.find(b"\0", at)
    escapes = False
    while 0 <= zero < len(data) - 1 and data[zero + 1] == 0xFF:
        escapes = True
        zero = data.find(b"\0", zero + 2)
    if zero < 0 or zero + 1 >= len(data):
        raise Corrupt("a record ends within a string or bytes field, without the mark 00 00")
    if data[zero + 1] != 0:
        raise Corrupt(f"a record has {data[zero + 1]} after a 00 at byte {zero}, expected 0 or 255")
    field = data[at:zero]
    return (field.replace(b"\0\xff", b"\0") if escapes else field), zero + 2


def _read_fixed(size: int, decode: Callable[[bytes], Any]) -> _Read:
    def read(data: bytes, at: int) -> Tuple[Any, int]:
        end = at + size
        if end > len(data):
            raise Corrupt(f"a record ends within a field of {size} bytes at byte {at}")
        return decode(data[at:end]), end

    return read


def _read_string(data: bytes, at: int) -> Tuple[str, int]:
    field, end = _read_escaped(data, at)
    return field.decode("utf-8", "replace"), end


def _read_decimal(data: bytes, at: int) -> Tuple[decimal.Decimal, int]:
    scale, at = _read_fixed(4, _decode_i32)(data, at)
    unscaled, at = _read_escaped(data, at)
    if not unscaled:
        raise Corrupt("a record has a decimal without digits")
    number = int.from_bytes(unscaled, "big", signed=True)
    digits = tuple(int(digit) for digit in str(abs(number)))
    return decimal.Decimal((1 if number < 0 else 0, digits, -scale)), at


class _Field(NamedTuple):
    """How a type is written and read inside of a record."""

    write: Callable[[Any], bytes]
    read: _Read


_FIELDS: Dict[str, _Field] = {
    "string": _Field(lambda value: _escaped(_encode_string(value)), _read_string),
    "bytes": _Field(lambda value: _escaped(_encode_bytes(value)), _read_escaped),
    "int": _Field(_encode_i32, _read_fixed(4, _decode_i32)),
    "long": _Field(_encode_i64, _read_fixed(8, _decode_i64)),
    "double": _Field(_encode_double, _read_fixed(8, _decode_double)),
    "boolean": _Field(_encode_boolean, _read_fixed(1, _decode_boolean)),
    "float": _Field(_encode_float, _read_fixed(4, _decode_float)),
    "short": _Field(_encode_integer("short", 16), _read_fixed(2, _decode_integer("short", 16))),
    "byte": _Field(_encode_integer("byte", 8), _read_fixed(1, _decode_integer("byte", 8))),
    "char": _Field(_encode_char, _read_fixed(2, lambda data: chr(int.from_bytes(data, "big")))),
    "instant": _Field(_encode_instant, _read_fixed(12, _decode_instant)),
    "date": _Field(_encode_date, _read_fixed(8, _decode_date)),
    "uuid": _Field(_encode_uuid, _read_fixed(16, lambda data: uuid.UUID(bytes=data))),
    "decimal": _Field(_encode_decimal, _read_decimal),
}

SCALAR_CODECS: Dict[str, Codec] = {
    "string": Codec("string", _encode_string, _decode_string),
    "bytes": Codec("bytes", _encode_bytes, bytes),
    "int": Codec("int", _encode_i32, _decode_i32),
    "long": Codec("long", _encode_i64, _decode_i64),
    "double": Codec("double", _encode_double, _decode_double),
}


# Records and containers.


def _field(shape: Type, classes: Dict[str, Any]) -> _Field:
    if shape.name == "record":
        return _record_field(shape, classes.get(""), classes)
    if shape.name not in CONTAINERS:
        return _FIELDS[shape.name]
    elements = [_field(each, classes) for each in shape.elements]
    if shape.name == "optional":
        return _optional_field(elements[0])
    if shape.name == "map":
        return _map_field(elements[0], elements[1], shape.elements[0].name in _FIELDS)
    return _list_field(elements[0], shape.name == "set", shape.elements[0].name in _FIELDS)


def _mark(data: bytes, at: int) -> bool:
    if at >= len(data) or data[at] > 1:
        raise Corrupt(f"a record has no mark 0 or 1 before an element at byte {at}")
    return data[at] == 1


def _optional_field(element: _Field) -> _Field:
    def write(value: Any) -> bytes:
        return b"\0" if value is None else b"\1" + element.write(value)

    def read(data: bytes, at: int) -> Tuple[Any, int]:
        return element.read(data, at + 1) if _mark(data, at) else (None, at + 1)

    return _Field(write, read)


def _list_field(element: _Field, is_set: bool, hashable: bool) -> _Field:
    def write(value: Any) -> bytes:
        if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
            raise _wrong("set" if is_set else "list", value)
        parts = [element.write(each) for each in value]
        if is_set:
            _check_distinct(parts := sorted(parts), "set", "elements")
        return b"".join([b"\1" + part for part in parts] + [b"\0"])

    def read(data: bytes, at: int) -> Tuple[Any, int]:
        values: List[Any] = []
        while _mark(data, at):
            value, at = element.read(data, at + 1)
            values.append(value)
        if not is_set or not hashable:
            return values, at + 1
        if len(set(values)) != len(values):
            raise Corrupt("a record has an element of a set twice")
        return set(values), at + 1

    return _Field(write, read)


def _map_field(key: _Field, value: _Field, hashable: bool) -> _Field:
    def write(entries: Any) -> bytes:
        pairs = entries.items() if hasattr(entries, "items") else entries
        if isinstance(pairs, (str, bytes)) or not isinstance(pairs, Iterable):
            raise _wrong("map", entries)
        parts = sorted((key.write(k), value.write(v)) for k, v in pairs)
        _check_distinct([k for k, _ in parts], "map", "keys")
        return b"".join([b"\1" + k + v for k, v in parts] + [b"\0"])

    def read(data: bytes, at: int) -> Tuple[Any, int]:
        pairs: List[Tuple[Any, Any]] = []
        while _mark(data, at):
            k, at = key.read(data, at + 1)
            v, at = value.read(data, at)
            pairs.append((k, v))
        if not hashable:
            return pairs, at + 1
        if len(dict(pairs)) != len(pairs):
            raise Corrupt("a record has a key of a map twice")
        return dict(pairs), at + 1

    return _Field(write, read)


def _check_distinct(parts: Sequence[bytes], what: str, elements: str) -> None:
    for before, after in zip(parts, parts[1:]):
        if before == after:
            raise InvalidArgument(f"a {what} has two {elements} with the same encoding")


def _record_field(shape: Type, cls: Any, classes: Dict[str, Any]) -> _Field:
    """Records are dicts, or dataclasses if ``cls`` is one; nested ones are of the types of its fields."""
    nested = _nested_classes(cls)
    fields = [(name, _field(each, {"": nested.get(name)})) for name, each in shape.fields]
    names = [name for name, _ in fields]
    known = set(names)

    def write(value: Any) -> bytes:
        if isinstance(value, dict):
            if value.keys() != known:
                raise _wrong_fields(shape, value)
            values = [value[name] for name in names]
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            try:
                values = [getattr(value, name) for name in names]
            except AttributeError as e:
                raise InvalidArgument(f"{shown(value)} is no {shape}: {e}") from e
        else:
            raise _wrong(str(shape), value)
        parts: List[bytes] = []
        for (name, field), each in zip(fields, values):
            try:
                parts.append(field.write(each))
            except InvalidArgument as e:
                raise InvalidArgument(f"field '{name}': {e}") from e
        return b"".join(parts)

    def read(data: bytes, at: int) -> Tuple[Any, int]:
        values: Dict[str, Any] = {}
        for name, field in fields:
            values[name], at = field.read(data, at)
        return (values if cls is None else cls(**values)), at

    return _Field(write, read)


def _wrong_fields(shape: Type, value: Dict[Any, Any]) -> InvalidArgument:
    expected = {name for name, _ in shape.fields}
    missing = ", ".join(sorted(expected - value.keys())) or "nothing"
    more = ", ".join(sorted(map(str, value.keys() - expected))) or "nothing"
    return InvalidArgument(f"a dict is no {shape}: it lacks {missing}, and has {more} besides")


#: Of dataclasses that were sent to a node without their modules, in which names of types could be found.
KNOWN_FIELD_TYPES: Dict[Any, Dict[str, Any]] = {}


def field_types(cls: Any) -> Dict[str, Any]:
    """Returns the annotations of the fields of a dataclass."""
    if cls in KNOWN_FIELD_TYPES:
        return KNOWN_FIELD_TYPES[cls]
    try:
        hints = typing.get_type_hints(cls, include_extras=True)
    except (NameError, TypeError) as e:
        raise InvalidArgument(f"the types of the fields of {cls.__name__} are unknown: {e}") from e
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _nested_classes(cls: Any) -> Dict[str, Any]:
    """Returns the dataclasses of the fields of a dataclass, also in containers."""
    if cls is None:
        return {}
    return {name: _dataclass_in(hint) for name, hint in field_types(cls).items()}


def _dataclass_in(hint: Any) -> Any:
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return hint
    found = [each for each in map(_dataclass_in, typing.get_args(hint)) if each is not None]
    return found[0] if len(found) == 1 else None


def record_codec(shape: Type, cls: Any = None) -> Codec:
    """Returns the codec of a record: of dicts, or of a dataclass."""
    name = str(shape)
    field = _record_field(shape, cls, {})

    def decode(data: bytes) -> Any:
        value, end = field.read(data, 0)
        if end != len(data):
            raise Corrupt(
                f"an encoded {name} of {len(data)} bytes has {len(data) - end} bytes after its last field; the tuple"
                " was not written with this codec or is damaged"
            )
        return value

    return Codec(name, field.write, decode)


# Codecs by type name.


def by_name(name: str) -> Codec:
    """Returns the codec of a recorded type name. What SSS cannot decode, such as a user's type, is given as bytes."""
    found = parse_type(name)
    if found is None:
        return Codec(name, _encode_bytes, bytes)
    return record_codec(found) if found.name == "record" else SCALAR_CODECS[name]


def check_sizes(key: bytes, value_bytes: int) -> None:
    """Refuses tuples above the limits."""
    if len(key) > MAX_KEY_BYTES:
        raise TooLarge(
            f"a key of {len(key)} bytes is above the limit of {MAX_KEY_BYTES} bytes; use a digest of it as key and"
            " store the whole key in the value"
        )
    if value_bytes > MAX_VALUE_BYTES:
        raise TooLarge(
            f"a value of {value_bytes} bytes is above the limit of {MAX_VALUE_BYTES} bytes (1 GiB); split it over"
            " several tuples"
        )
