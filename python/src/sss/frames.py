"""Data frames: tables of Arrow from groups, and groups from data frames.

The columns of a group are its keys and its values; a record has a column for each of its fields.
"""

from __future__ import annotations

import datetime
from array import array
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from .encoding import Instant, by_name
from .errors import InvalidArgument
from .typenames import Type, parse_type

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Batch = Tuple[List[bytes], List[bytes]]
_MAX_COLUMN_BYTES = 1 << 30
_SIGN = b"\x80" + bytes(7)
_BATCH_ROWS = 65_536


def _import(name: str, extra: str) -> Any:
    try:
        return __import__(name)
    except ImportError as e:
        raise InvalidArgument(f"{name} is not installed; run: pip install 'sss-client[{extra}]'") from e


# From a group.


def to_arrow(batches: Iterable[Batch], key_type: str, value_type: str, names: Tuple[str, str]) -> pyarrow.Table:
    """Returns the tuples of all batches as a table."""
    arrow = _import("pyarrow", "arrow")
    key, value = _Column(arrow, key_type, names[0]), _Column(arrow, value_type, names[1])
    fields = [*key.fields(), *value.fields()]
    repeated = {name for name, _ in fields if [each for each, _ in fields].count(name) > 1}
    if repeated:
        key.prefix(repeated, names[0])
        value.prefix(repeated, names[1])
    rows: List[Any] = []
    for keys, values in _grouped(batches):
        rows.append([*key.arrays(keys), *value.arrays(values)])
    schema = arrow.schema([*key.fields(), *value.fields()])
    return arrow.Table.from_batches([arrow.RecordBatch.from_arrays(row, schema=schema) for row in rows], schema)


def _grouped(batches: Iterable[Batch]) -> Iterator[Batch]:
    """Joins batches, so that arrays have some ten thousand rows."""
    keys: List[bytes] = []
    values: List[bytes] = []
    size = 0
    for more_keys, more_values in batches:
        keys += more_keys
        values += more_values
        size += sum(map(len, more_values))
        if len(keys) >= _BATCH_ROWS or size > 64 << 20:
            yield keys, values
            keys, values, size = [], [], 0
    if keys:
        yield keys, values


class _Column:
    """The columns of all keys or all values."""

    def __init__(self, arrow: Any, type_name: str, name: str) -> None:
        self._arrow = arrow
        self._name = name
        self._decode = by_name(type_name).decode
        found = parse_type(type_name)
        self._type = Type("bytes") if found is None else found
        self._names = [name for name, _ in self._type.fields] if self._type.name == "record" else [name]

    def prefix(self, repeated: Iterable[str], with_name: str) -> None:
        """Makes names that keys and values share differ."""
        self._names = [f"{with_name}.{name}" if name in repeated else name for name in self._names]

    def fields(self) -> List[Tuple[str, Any]]:
        types = [each for _, each in self._type.fields] if self._type.name == "record" else [self._type]
        return [(name, _arrow_type(self._arrow, each)) for name, each in zip(self._names, types)]

    def arrays(self, encoded: List[bytes]) -> List[Any]:
        if self._type.name == "record":
            rows = list(map(self._decode, encoded))
            return [
                self._array([_plain(row[name], each) for row in rows], _arrow_type(self._arrow, each))
                for name, each in self._type.fields
            ]
        if self._type.name in ("string", "bytes"):
            return [self._texts(encoded)]
        if self._type.name == "long":
            return [self._longs(encoded)]
        return [self._array(list(map(self._decode, encoded)), _arrow_type(self._arrow, self._type))]

    def _array(self, values: List[Any], arrow_type: Any) -> Any:
        return self._arrow.array(values, arrow_type)

    def _texts(self, encoded: List[bytes]) -> Any:
        """Joins the bytes without decoding them one by one."""
        arrow = self._arrow
        offsets = array("q", bytes(8 * (len(encoded) + 1)))
        at = 0
        for i, each in enumerate(encoded, 1):
            at += len(each)
            offsets[i] = at
        large = arrow.large_string() if self._type.name == "string" else arrow.large_binary()
        buffers = [None, arrow.py_buffer(offsets), arrow.py_buffer(b"".join(encoded))]
        found = arrow.Array.from_buffers(large, len(encoded), buffers)
        if self._type.name == "string":
            try:
                found.validate(full=True)
            except arrow.ArrowInvalid:  # malformed UTF-8 becomes U+FFFD
                return arrow.array(list(map(self._decode, encoded)), large)
        return found

    def _longs(self, encoded: List[bytes]) -> Any:
        """Flips all sign bits at once."""
        data = b"".join(encoded)
        if len(data) != 8 * len(encoded) or any(len(each) != 8 for each in encoded):
            list(map(self._decode, encoded))  # raises for the one that is damaged
        flipped = int.from_bytes(data, "big") ^ int.from_bytes(_SIGN * len(encoded), "big")
        numbers = array("q", flipped.to_bytes(len(data), "big"))
        numbers.byteswap()
        return self._arrow.Array.from_buffers(self._arrow.int64(), len(encoded), [None, self._arrow.py_buffer(numbers)])


def _arrow_type(arrow: Any, type: Type) -> Any:
    simple: Dict[str, Callable[[], Any]] = {
        "string": arrow.large_string,
        "bytes": arrow.large_binary,
        "int": arrow.int32,
        "long": arrow.int64,
        "double": arrow.float64,
        "boolean": arrow.bool_,
        "float": arrow.float32,
        "short": arrow.int16,
        "byte": arrow.int8,
        "char": arrow.string,
        "instant": lambda: arrow.timestamp("ns", "UTC"),
        "date": arrow.date32,
        "uuid": arrow.string,
        "decimal": arrow.string,
    }
    if type.name in simple:
        return simple[type.name]()
    if type.name == "optional":
        return _arrow_type(arrow, type.elements[0])
    if type.name == "map":
        return arrow.map_(_arrow_type(arrow, type.elements[0]), _arrow_type(arrow, type.elements[1]))
    if type.name == "record":
        return arrow.struct([(name, _arrow_type(arrow, each)) for name, each in type.fields])
    return arrow.list_(_arrow_type(arrow, type.elements[0]))


def _plain(value: Any, type: Type) -> Any:
    """Returns what Arrow takes for a decoded field."""
    if value is None or type.name in ("string", "bytes", "int", "long", "double", "boolean", "float"):
        return value
    if type.name in ("uuid", "decimal"):
        return str(value)
    if type.name == "optional":
        return _plain(value, type.elements[0])
    if type.name == "instant":
        return _nanos(value)
    if type.name in ("list", "set"):
        return [_plain(each, type.elements[0]) for each in value]
    if type.name == "map":
        pairs = value.items() if isinstance(value, dict) else value
        return [(_plain(k, type.elements[0]), _plain(v, type.elements[1])) for k, v in pairs]
    if type.name == "record":
        return {name: _plain(value[name], each) for name, each in type.fields}
    return value


def _nanos(value: Any) -> int:
    if not isinstance(value, Instant):
        since = value - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        value = Instant(since.days * 86400 + since.seconds, since.microseconds * 1000)
    nanos = int(value.seconds * 1_000_000_000 + value.nanos)
    if not -(1 << 63) <= nanos < 1 << 63:
        raise InvalidArgument(
            f"{value} is outside of the years 1677 to 2262, those of Arrow's times; read it by items()"
        )
    return nanos


def to_pandas(batches: Iterable[Batch], key_type: str, value_type: str, names: Tuple[str, str]) -> pandas.DataFrame:
    """Returns the tuples of all batches as a data frame of pandas."""
    _import("pandas", "pandas")
    made: pandas.DataFrame = to_arrow(batches, key_type, value_type, names).to_pandas()
    return made


def to_polars(batches: Iterable[Batch], key_type: str, value_type: str, names: Tuple[str, str]) -> polars.DataFrame:
    """Returns the tuples of all batches as a data frame of Polars."""
    made: polars.DataFrame = _import("polars", "polars").from_arrow(to_arrow(batches, key_type, value_type, names))
    return made


# To a group.


class Shape(NamedTuple):
    """The type names of keys and values of a frame, and its tuples."""

    key: str
    value: str
    tuples: Callable[[], Iterator[Tuple[Any, Any]]]


def shape_of(frame: Any, key: Union[str, List[str]]) -> Shape:
    """Returns how a data frame becomes tuples."""
    table = _table(frame)
    keys = [key] if isinstance(key, str) else list(key)
    unknown = [name for name in keys if name not in table.column_names]
    if unknown or not keys:
        raise InvalidArgument(f"the frame has no column {unknown or keys}; its columns are {table.column_names}")
    values = [name for name in table.column_names if name not in keys]
    if not values:
        raise InvalidArgument("the frame has no column for the values")
    for name in keys if len(keys) > 1 or table.column(keys[0]).null_count else []:
        if table.column(name).null_count:
            raise InvalidArgument(f"the column '{name}' has keys that are missing; drop or fill them")
    types = {name: _type_name(table, name) for name in table.column_names}
    return Shape(
        _record_or_one(table, keys, types),
        _record_or_one(table, values, types),
        lambda: _tuples(table, keys, values, types),
    )


def _table(frame: Any) -> Any:
    arrow = _import("pyarrow", "arrow")
    if isinstance(frame, arrow.Table):
        return frame
    module = type(frame).__module__.partition(".")[0]
    if module == "pandas":
        return arrow.Table.from_pandas(frame, preserve_index=False)
    if module == "polars":
        return frame.to_arrow()
    if isinstance(frame, arrow.RecordBatch):
        return arrow.Table.from_batches([frame])
    raise InvalidArgument(f"a {type(frame).__name__} is no data frame of pandas or Polars, and no table of Arrow")


def _record_or_one(table: Any, names: List[str], types: Dict[str, str]) -> str:
    if len(names) == 1:
        name = names[0]
        if table.column(name).null_count:
            raise InvalidArgument(
                f"the column '{name}' has missing values, and values must not be missing; drop or fill them"
            )
        if types[name] in ("boolean", "instant", "date", "decimal"):
            return f"record({name}:{types[name]})"
        return types[name]
    fields = []
    for name in names:
        optional = table.column(name).null_count > 0
        fields.append(f"{name}:optional({types[name]})" if optional else f"{name}:{types[name]}")
    made = f"record({','.join(fields)})"
    if parse_type(made) is None:
        raise InvalidArgument(f"names of columns are no names of fields (letters, digits and _): {', '.join(names)}")
    return made


def _type_name(table: Any, name: str) -> str:
    arrow = _import("pyarrow", "arrow")
    of = arrow.types
    found = table.schema.field(name).type
    if of.is_dictionary(found):
        found = found.value_type
    checks: List[Tuple[Callable[[Any], bool], str]] = [
        (of.is_boolean, "boolean"),
        (of.is_integer, "long"),
        (of.is_floating, "double"),
        (of.is_string, "string"),
        (of.is_large_string, "string"),
        (getattr(of, "is_string_view", lambda _: False), "string"),
        (of.is_binary, "bytes"),
        (of.is_large_binary, "bytes"),
        (getattr(of, "is_binary_view", lambda _: False), "bytes"),
        (of.is_timestamp, "instant"),
        (of.is_date, "date"),
        (of.is_decimal, "decimal"),
    ]
    for check, type_name in checks:
        if check(found):
            return type_name
    raise InvalidArgument(f"the column '{name}' is of the type {found}, which groups cannot store; convert it first")


def _tuples(table: Any, keys: List[str], values: List[str], types: Dict[str, str]) -> Iterator[Tuple[Any, Any]]:
    for batch in table.to_batches(max_chunksize=_BATCH_ROWS):
        columns = {name: _objects(batch.column(i), types[name]) for i, name in enumerate(batch.schema.names)}
        yield from zip(_rows(columns, keys, types), _rows(columns, values, types))


def _rows(columns: Dict[str, List[Any]], names: List[str], types: Dict[str, str]) -> Iterable[Any]:
    if len(names) == 1 and types[names[0]] not in ("boolean", "instant", "date", "decimal"):
        return columns[names[0]]
    return (dict(zip(names, row)) for row in zip(*(columns[name] for name in names)))


def _objects(column: Any, type_name: str) -> List[Any]:
    if type_name == "instant":
        return [_instant(each) for each in column.cast(_nanos_of(column)).to_pylist()]
    if type_name == "date":
        arrow = _import("pyarrow", "arrow")
        return list(column.cast(arrow.date32()).to_pylist())
    return list(column.to_pylist())


def _nanos_of(column: Any) -> Any:
    """The integers of a column of times, all in nanoseconds since 1970."""
    return _import("pyarrow", "arrow").timestamp("ns", column.type.tz)


def _instant(value: Any) -> Optional[Instant]:
    """Times without a zone are taken for UTC, as pandas has them."""
    if value is None:
        return None
    nanos = (
        int(value.value)
        if hasattr(value, "value")
        else _nanos(value.replace(tzinfo=value.tzinfo or datetime.timezone.utc))
    )
    return Instant(nanos // 1_000_000_000, nanos % 1_000_000_000)
