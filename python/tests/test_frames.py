"""Data frames of pandas and Polars, and tables of Arrow."""

import datetime
import decimal
import uuid

import pytest

import sss

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

UTC = datetime.timezone.utc


def by_key(table):
    return sorted(table.to_pylist(), key=lambda row: str(row["key"]))


def test_groups_become_tables(one):
    one.put("counts", {"the": 3, "a": -1, "ü": 1 << 62}, replace=True)
    table = one["counts"].to_arrow()

    assert [(field.name, str(field.type)) for field in table.schema] == [("key", "large_string"), ("value", "int64")]
    assert by_key(table) == [{"key": "a", "value": -1}, {"key": "the", "value": 3}, {"key": "ü", "value": 1 << 62}]
    frame = one["counts"].to_pandas(key="word", value="count")
    assert dict(zip(frame["word"], frame["count"])) == {"the": 3, "a": -1, "ü": 1 << 62}
    assert dict(one["counts"].to_polars(prefix="t").rows()) == {"the": 3}
    assert one.put("none", [], key=str, value=float, replace=True).to_arrow().num_rows == 0


@pytest.mark.parametrize("make", ["pandas", "polars", "arrow"])
def test_frames_become_groups_and_frames_again(one, make):
    rows = {
        "user": ["ann", "bob", "cy"],
        "age": [30, 40, 50],
        "score": [1.5, None, -2.0],
        "member": [True, False, True],
        "since": [datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)] * 3,
        "born": [datetime.date(1990, 1, 2), datetime.date(1969, 7, 20), datetime.date(2000, 2, 29)],
        "note": ["x", None, ""],
    }
    table = pyarrow.table(rows)
    frame = {"pandas": table.to_pandas, "polars": lambda: polars.from_arrow(table), "arrow": lambda: table}[make]()
    users = one.put_frame("users", frame, key="user", replace=True)

    assert users.key_type == "string"
    assert users.value_type == (
        "record(age:long,score:optional(double),member:boolean,since:instant,born:date,note:optional(string))"
    )
    assert users["bob"] == {
        "age": 40,
        "score": None,
        "member": False,
        "since": datetime.datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
        "born": datetime.date(1969, 7, 20),
        "note": None,
    }
    again = users.to_polars(key="user").sort("user")
    assert again.columns == list(rows)
    assert again["score"].to_list() == rows["score"]
    assert again["since"].to_list() == rows["since"]
    assert users.to_pandas(key="user").sort_values("user")["born"].tolist() == rows["born"]


def test_keys_of_several_columns_are_records(one):
    frame = pandas.DataFrame({"x": [1, 2], "y": ["a", "b"], "value": [0.5, 1.5]})
    group = one.put_frame("grid", frame, key=["x", "y"], replace=True)
    assert group.key_type == "record(x:long,y:string)" and group.value_type == "double"
    assert group[{"x": 2, "y": "b"}] == 1.5
    assert sorted(group.to_polars().rows()) == [(1, "a", 0.5), (2, "b", 1.5)]


def test_names_that_keys_and_values_share_differ(one):
    one.put("same", [({"n": 1}, {"n": 2})], replace=True)
    assert one["same"].to_arrow().to_pylist() == [{"key.n": 1, "value.n": 2}]


def test_records_of_all_types_become_columns(one):
    types = (
        "record(i:int,s:short,b:byte,c:char,f:float,u:uuid,d:decimal,l:list(long),m:map(string,int),"
        "p:record(x:double),t:instant,o:optional(bytes))"
    )
    value = {
        "i": -1,
        "s": 2,
        "b": -3,
        "c": "é",
        "f": 0.5,
        "u": uuid.UUID(int=5),
        "d": decimal.Decimal("1.50"),
        "l": [1, 2],
        "m": {"k": 7},
        "p": {"x": 1.5},
        "t": sss.Instant(1, 5),
        "o": b"\0",
    }
    one.put("all", [(1, value)], key="int", value=types, replace=True)
    assert one["all"][1] == value
    row = one["all"].to_arrow().drop_columns(["t"]).to_pylist()[0]
    assert row == dict(
        {name: each for name, each in value.items() if name != "t"},
        key=1,
        u=str(uuid.UUID(int=5)),
        d="1.50",
        m=[("k", 7)],
    )
    assert one["all"].to_arrow().column("t").cast("int64").to_pylist() == [1_000_000_005]


def test_malformed_text_becomes_replacement_characters(one):
    with one.write("text", key=bytes, value="string", replace=True) as writer:
        writer.put_encoded(b"k", b"a\xff")
        writer.put_encoded(b"l", b"fine")
    assert by_key(one["text"].to_arrow()) == [{"key": b"k", "value": "a\ufffd"}, {"key": b"l", "value": "fine"}]


def test_what_cannot_be_stored_is_refused_by_the_name_of_its_column(one):
    for columns, key, why in [
        ({"a": [1], "b": [2]}, "c", "has no column"),
        ({"a": [1]}, "a", "no column for the values"),
        ({"a": ["x", None], "b": [1, 2]}, "a", "'a' has keys that are missing"),
        ({"a": ["x", "y"], "b": [1, None]}, "a", "'b' has missing values"),
        ({"a": [1], "b": [[1, 2]]}, "a", "'b' is of the type list"),
        ({"a": [1], "b c": [1], "d": [1]}, "a", "names of columns are no names of fields"),
    ]:
        with pytest.raises(sss.InvalidArgument, match=why):
            one.put_frame("refused", pyarrow.table(columns), key=key)
    with pytest.raises(sss.InvalidArgument, match="a list is no data frame"):
        one.put_frame("refused", [1], key="a")
    assert "refused" not in one
