"""Encodings of all types, both ways, by golden bytes that the Java tests share."""

import datetime
import decimal
import random
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Dict, List, Optional, Set

import pytest

import sss
from sss import blocks, declared, encoding

TOP = Path(__file__).resolve().parents[2]
GOLDEN = TOP / "sss-api/src/test/resources/golden/encodings.tsv"
NAMES = {
    "date": datetime.date,
    "datetime": datetime.datetime,
    "utc": datetime.timezone.utc,
    "Decimal": decimal.Decimal,
    "Instant": sss.Instant,
    "UUID": uuid.UUID,
    "inf": float("inf"),
}


def golden() -> List[Any]:
    rows = [line.split("\t") for line in GOLDEN.read_text().splitlines() if not line.startswith("#")]
    return [pytest.param(type_name, value, data, id=type_name[:30]) for type_name, data, _, value in rows]


@pytest.mark.parametrize("type_name, value, data", golden())
def test_objects_have_the_bytes_that_java_gives_them(type_name: str, value: str, data: str) -> None:
    codec = encoding.by_name(type_name)
    python = eval(value, dict(NAMES))  # noqa: S307  a file of this repository

    assert codec.encode(python).hex() == data
    decoded = codec.decode(bytes.fromhex(data))
    assert decoded == python and type(decoded) is type(python)


def test_bytes_order_as_objects_do() -> None:
    numbers = [random.Random(7).uniform(-1e9, 1e9) for _ in range(500)] + [0.0, float("inf"), float("-inf")]
    for name in ("double", "long"):
        values = sorted(numbers) if name == "double" else sorted(int(each) for each in numbers[:500])
        codec = encoding.by_name(name)
        encoded = [codec.encode(each) for each in values]
        assert encoded == sorted(encoded)
        assert [codec.decode(each) for each in encoded] == values


def test_not_a_number_and_negative_zero_are_stored_in_one_form() -> None:
    double = encoding.by_name("double")
    assert double.encode(float("nan")).hex() == "fff8000000000000"
    assert double.encode(-0.0) == double.encode(0.0)
    assert double.decode(double.encode(float("nan"))) != double.decode(double.encode(float("nan")))


@dataclass
class Row:
    name: str
    small: Annotated[int, "short"]
    when: datetime.datetime
    tags: Set[str]
    by: Dict[str, float]
    rows: List[bytes]
    price: Optional[decimal.Decimal]


def test_dataclasses_have_type_names() -> None:
    codec = declared.of(Row)
    assert codec.name == (
        "record(name:string,small:short,when:instant,tags:set(string),by:map(string,double),rows:list(bytes),"
        "price:optional(decimal))"
    )
    when = datetime.datetime(2026, 11, 26, 22, 5, 56, 7, tzinfo=datetime.timezone.utc)
    row = Row("a\0b", -7, when, {"x", "y"}, {"k": 1.5}, [b"", b"\0"], decimal.Decimal("-1.50"))
    assert codec.decode(codec.encode(row)) == row
    with pytest.raises(sss.InvalidArgument, match="which have no order, so it is no type of keys"):
        declared.of(Row, is_key=True)
    with pytest.raises(sss.InvalidArgument, match="field 'small': 40000 does not fit into 2 bytes"):
        codec.encode(Row("", 40_000, when, set(), {}, [], None))
    with pytest.raises(sss.InvalidArgument, match="has no time zone"):
        codec.encode(Row("", 1, datetime.datetime(2026, 1, 1), set(), {}, [], None))


def test_types_that_sss_does_not_know_are_refused_or_bytes() -> None:
    @dataclass
    class Loop:
        next: "Loop"

    for wrong in (complex, List[int], Dict[str, int], object):
        with pytest.raises(sss.InvalidArgument):
            declared.of(wrong)
    with pytest.raises(sss.InvalidArgument):
        declared.of(Loop)
    for name in ("boolean", "sketch-of-long", "record(a:what)", "record(" * 40, "list(long)", "collection-of-long"):
        assert encoding.by_name(name).decode(b"\x01\x02") == b"\x01\x02"


def test_damaged_records_are_corrupt() -> None:
    codec = encoding.by_name("record(s:string,l:long,b:boolean,o:optional(int),m:map(string,long),d:decimal)")
    value = {"s": "a\0b", "l": 7, "b": True, "o": 3, "m": {"x": 1}, "d": decimal.Decimal("1.5")}
    good = codec.encode(value)
    assert codec.decode(good) == value
    for length in range(len(good)):
        with pytest.raises(sss.Corrupt):
            codec.decode(good[:length])
    with pytest.raises(sss.Corrupt, match="1 bytes after its last field"):
        codec.decode(good + b"\0")
    chance = random.Random(3)
    for _ in range(3000):
        changed = bytearray(good)
        changed[chance.randrange(len(good))] = chance.randrange(256)
        try:
            codec.decode(bytes(changed))
        except sss.Corrupt:
            pass


def test_wrong_sizes_are_corrupt() -> None:
    for name in ("int", "long", "double"):
        with pytest.raises(sss.Corrupt, match="found 3; the tuple was not written with this codec"):
            encoding.by_name(name).decode(b"abc")
    assert encoding.by_name("string").decode(b"a\xff") == "a\ufffd"


def test_keys_are_in_the_subgroups_of_java() -> None:
    def data(length: int) -> bytes:
        return bytes((i * 131 + 7) & 255 for i in range(length))

    java = (TOP / "sss-net/protocol/src/test/java/org/sss/net/block/KeyHashGolden.java").read_text()
    up_to_40 = java.split("UP_TO_40 = {")[1].split("}")[0].replace("L", "").split(",")
    hashes = [int(each.strip(), 16) for each in up_to_40 if each.strip()]
    assert len(hashes) == 41
    for length, expected in enumerate(hashes):
        assert blocks.subgroup(data(length), 1 << 64) == expected
