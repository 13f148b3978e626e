"""Prints the rows of the Parquet file of argument 1, one JSON document a line, as pyarrow reads them, and fails if DuckDB reads others."""

import json
import sys

import duckdb
import pyarrow.parquet as pq


def plain(value):
    """Comparable and printable: maps are pairs, bytes hexadecimal, all else text or a number."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, bytes):
        return value.hex()
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def pairs(value, kind):
    """DuckDB has maps as dictionaries."""
    return plain(list(value.items())) if value is not None and str(kind).startswith("MAP") else plain(value)


file = pq.ParquetFile(sys.argv[1])
table = file.read()
of_pyarrow = [{name: plain(value) for name, value in row.items()} for row in table.to_pylist()]
duckdb.sql("SET TimeZone = 'UTC'")
relation = duckdb.sql(f"SELECT * FROM read_parquet('{sys.argv[1]}')")
of_duckdb = [
    {name: pairs(value, kind) for name, kind, value in zip(relation.columns, relation.types, row)} for row in relation.fetchall()
]
for ours, theirs in zip(of_pyarrow, of_duckdb, strict=True):
    for name, value in ours.items():
        if isinstance(value, str) and value.endswith("+00:00") and str(theirs[name]).replace("T", " ") == value:
            continue
        if theirs[name] != value:
            sys.exit(f"column {name}: pyarrow has {value!r}, DuckDB {theirs[name]!r}")
print(json.dumps({"schema": [f"{field.name}: {field.type}" for field in table.schema], "groups": file.num_row_groups}))
for row in of_pyarrow:
    print(json.dumps(row, ensure_ascii=False))
