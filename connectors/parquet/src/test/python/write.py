"""Writes Parquet files of each type and compression with pyarrow, and what is in them, into the directory of argument 1."""

import datetime as dt
import decimal
import json
import os
import sys
import uuid

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

out = sys.argv[1]
os.makedirs(out, exist_ok=True)


def write(name, table, **options):
    pq.write_table(table, os.path.join(out, name + ".parquet"), **options)


def one(name, column, **options):
    """A file with the column c, of which the second value is null if the column has one."""
    write(name, pa.table({"c": column}), **options)


UTC = dt.timezone.utc
TIME = dt.datetime(2026, 11, 29, 21, 5, 6, 123456)

# type-NAME.parquet: three rows each, the second is null.
TYPES = {
    "bool": pa.array([True, None, False]),
    "int8": pa.array([-128, None, 127], pa.int8()),
    "int16": pa.array([-32768, None, 32767], pa.int16()),
    "int32": pa.array([-(2**31), None, 2**31 - 1], pa.int32()),
    "int64": pa.array([-(2**63), None, 2**63 - 1], pa.int64()),
    "uint8": pa.array([0, None, 255], pa.uint8()),
    "uint16": pa.array([0, None, 65535], pa.uint16()),
    "uint32": pa.array([0, None, 2**32 - 1], pa.uint32()),
    "uint64": pa.array([0, None, 2**64 - 1], pa.uint64()),
    "float16": pa.array([np.float16(1.5), None, np.float16(-65504)], pa.float16()),
    "float32": pa.array([1.5, None, -3.25], pa.float32()),
    "float64": pa.array([0.1, None, -1e300], pa.float64()),
    "string": pa.array(["grün", None, ""]),
    "large_string": pa.array(["a", None, "b"], pa.large_string()),
    "string_view": pa.array(["a", None, "b"], pa.string_view()),
    "binary": pa.array([b"\x00\xff", None, b""], pa.binary()),
    "large_binary": pa.array([b"a", None, b"b"], pa.large_binary()),
    "fixed": pa.array([b"abc", None, b"xyz"], pa.binary(3)),
    "uuid": pa.array([uuid.UUID(int=1).bytes, None, uuid.UUID(int=2**128 - 1).bytes], pa.uuid()),
    "decimal32": pa.array([decimal.Decimal("1.25"), None, decimal.Decimal("-9999999.99")], pa.decimal32(9, 2)),
    "decimal64": pa.array([decimal.Decimal("1.25"), None, decimal.Decimal("-0.01")], pa.decimal64(18, 2)),
    "decimal128": pa.array([decimal.Decimal("1.25"), None, decimal.Decimal("-" + "9" * 36 + ".99")], pa.decimal128(38, 2)),
    "decimal256": pa.array([decimal.Decimal("1.250"), None, decimal.Decimal("9" * 73 + ".999")], pa.decimal256(76, 3)),
    "date32": pa.array([dt.date(2026, 11, 29), None, dt.date(1, 1, 1)], pa.date32()),
    "date64": pa.array([dt.date(2026, 11, 29), None, dt.date(1969, 12, 31)], pa.date64()),
    "time32s": pa.array([dt.time(1, 2, 3), None, dt.time(0)], pa.time32("s")),
    "time32ms": pa.array([dt.time(1, 2, 3, 4000), None, dt.time(0)], pa.time32("ms")),
    "time64us": pa.array([dt.time(1, 2, 3, 4), None, dt.time(0)], pa.time64("us")),
    "time64ns": pa.array([5, None, 0], pa.time64("ns")),
    "timestamp_s": pa.array([TIME.replace(microsecond=0), None, dt.datetime(1900, 1, 1)], pa.timestamp("s")),
    "timestamp_ms": pa.array([TIME.replace(microsecond=123000), None, dt.datetime(1900, 1, 1)], pa.timestamp("ms")),
    "timestamp_us": pa.array([TIME, None, dt.datetime(1900, 1, 1)], pa.timestamp("us")),
    "timestamp_ns": pa.array([1, None, -1], pa.timestamp("ns")),
    "timestamp_utc": pa.array([TIME.replace(tzinfo=UTC), None, dt.datetime(1900, 1, 1, tzinfo=UTC)], pa.timestamp("us", "UTC")),
    "timestamp_tokyo": pa.array([TIME.replace(tzinfo=UTC), None, dt.datetime(1900, 1, 1, tzinfo=UTC)], pa.timestamp("us", "Asia/Tokyo")),
    "duration": pa.array([1, None, -1], pa.duration("us")),
    "dictionary": pa.array(["a", None, "b"]).dictionary_encode(),
    "null": pa.nulls(3),
    "json": pa.array(['{"a":1}', None, "2"], pa.json_()),
    "list": pa.array([[1, 2], None, []], pa.list_(pa.int32())),
    "list_of_nulls": pa.array([["a", None], None, []], pa.list_(pa.string())),
    "large_list": pa.array([[1], None, []], pa.large_list(pa.int64())),
    "fixed_list": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int32(), 2)),
    "nested_list": pa.array([[[1], [], None, [2, None]], None, []], pa.list_(pa.list_(pa.int64()))),
    "map": pa.array([[("a", 1), ("b", None)], None, []], pa.map_(pa.string(), pa.int32())),
    "struct": pa.array([{"x": 1, "y": "a"}, None, {"x": None, "y": None}], pa.struct([("x", pa.int32()), ("y", pa.string())])),
    "struct_list": pa.array(
        [[{"p": [1, 2], "q": {"r": "z"}}], None, []],
        pa.list_(pa.struct([("p", pa.list_(pa.int32())), ("q", pa.struct([("r", pa.string())]))])),
    ),
    "map_of_lists": pa.array([[(1, [{"a": 0.5}])], None, []], pa.map_(pa.int64(), pa.list_(pa.struct([("a", pa.float64())])))),
}
for name, column in TYPES.items():
    one("type-" + name, column)
one("type-int96", pa.array([TIME, None, dt.datetime(1900, 1, 1)], pa.timestamp("us")), use_deprecated_int96_timestamps=True)
with open(os.path.join(out, "types"), "w") as file:
    file.write("\n".join(sorted(TYPES)) + "\n")

# codec-NAME.parquet: 10,000 rows in several row groups and pages.
ROWS = 10_000
mixed = pa.table(
    {
        "id": pa.array(range(ROWS), pa.int64()),
        "name": pa.array([f"name {i % 100}" for i in range(ROWS)]),
        "text": pa.array([f"text {i * 7919 % ROWS}" for i in range(ROWS)]),
        "score": pa.array([i / 8 for i in range(ROWS)]),
        "tags": pa.array([[j for j in range(i % 4)] for i in range(ROWS)], pa.list_(pa.int32())),
    }
)
SMALL = {"row_group_size": 1700, "data_page_size": 2048}
for codec in ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
    for version in ["1.0", "2.0"]:
        write(f"codec-{codec}-{version}", mixed, compression=codec, data_page_version=version, **SMALL)
write("checksums", mixed, write_page_checksum=True, **SMALL)
write("no-dictionary", mixed, use_dictionary=False, **SMALL)
for encoding in ["PLAIN", "DELTA_BINARY_PACKED", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY", "BYTE_STREAM_SPLIT"]:
    numbers = encoding in ("DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT", "PLAIN")
    texts = encoding.startswith("DELTA_") and encoding.endswith("ARRAY") or encoding == "PLAIN"
    columns = {"id": encoding} if numbers else {}
    columns |= {"name": encoding, "text": encoding} if texts else {}
    columns |= {"score": encoding} if encoding in ("PLAIN", "BYTE_STREAM_SPLIT") else {}
    write("encoding-" + encoding, mixed, use_dictionary=False, column_encoding=columns, **SMALL)

# Special files.
write("empty", mixed.slice(0, 0))
write("no-columns", pa.table({}))
write("names", pa.table({"a b": [1], "ok": [2]}))
write("key-value", pa.table({"key": ["a", "b", "a"], "value": [1, 2, 3]}))
write("key-date", pa.table({"key": [dt.date(2026, 1, 1)], "n": [1]}))
write("invalid-text", pa.table({"c": pa.array([b"ok", b"\xff\xfe", b"ok"])}), use_dictionary=False)
with open(os.path.join(out, "zero-bytes.parquet"), "w"):
    pass
write("wide", pa.table({f"c{i}": pa.array(range(100), pa.int32()) for i in range(1500)}))


def large(path, mib):
    """One row group of several times the heap of the test, of bytes that cannot be compressed, and one number for each."""
    numbers = np.random.default_rng(1)
    table = pa.table(
        {
            "n": pa.array(range(mib * 16), pa.int64()),
            "data": pa.array([numbers.bytes(1 << 16) for _ in range(mib * 16)], pa.binary()),
        }
    )
    pq.write_table(table, path, row_group_size=1 << 30, compression="none", use_dictionary=False, write_batch_size=16)


large(os.path.join(out, "large.parquet"), 400)
# A page beyond each limit of the reader.
one("huge-page", pa.array([bytes(200 << 20)], pa.binary()), compression="none", use_dictionary=False)
