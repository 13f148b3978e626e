"""Groups: write, read, scan, look up; on one node without security, and on three with TLS."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import dataclass
from typing import Dict, List, Optional

import pytest
from conftest import command

import sss


def test_a_mapping_becomes_a_group(client):
    prices = client.put("prices", {"apple": 0.5, "pear": 0.75, "päonie": -1.0}, replace=True)

    assert (prices.key_type, prices.value_type, len(prices)) == ("string", "double", 3)
    assert prices["apple"] == 0.5
    assert "pear" in prices and "plum" not in prices
    assert prices.get("plum") is None and prices.get("plum", 7) == 7
    assert list(prices) == [("apple", 0.5), ("pear", 0.75), ("päonie", -1.0)]
    assert dict(client["prices"]) == {"apple": 0.5, "pear": 0.75, "päonie": -1.0}
    assert "prices" in client and "prices" in [group.name for group in client.groups()]


def test_a_missing_key_or_group_is_not_found_which_is_a_key_error(client):
    prices = client.put("prices", {"apple": 0.5}, replace=True)
    with pytest.raises(sss.NotFound, match="group 'prices' has no key 'plum'"):
        prices["plum"]
    with pytest.raises(KeyError):
        client["no-such-group"]
    assert "no-such-group" not in client


def test_values_of_a_key_keep_the_order_in_which_they_were_written(client):
    clicks = client.put("clicks", [(4711, f"/{i}") for i in range(300)] + [(1, "/")], replace=True)

    assert clicks.get_all(4711) == [f"/{i}" for i in range(300)]
    assert clicks.get_all(2) == []
    assert clicks.get_many([1, 2, 4711, 1]) == [["/"], [], [f"/{i}" for i in range(300)], ["/"]]
    with pytest.raises(sss.InvalidArgument, match="has 300 values; read them by get_all"):
        clicks.get(4711)
    assert [value for key, value in clicks if key == 4711] == [f"/{i}" for i in range(300)]


@pytest.mark.parametrize("compression", ["none", "lz4", "zstd"])
def test_many_tuples_are_scanned_in_key_order_in_ranges_and_batches(client, compression):
    expected = {f"key-{i:06d}": i * i - 5_000_000 for i in range(30_000)}
    many = client.put("many", expected, replace=True, compression=compression)

    assert many.info.get("compression", "NONE") == compression.upper()
    assert list(many) == sorted(expected.items())
    assert dict(many.items(ordered=False)) == expected
    assert [key for key, _ in many.items(prefix="key-0012", limit=3)] == ["key-001200", "key-001201", "key-001202"]
    assert [key for key, _ in many.items(start="key-029998")] == ["key-029998", "key-029999"]
    assert [key for key, _ in many.items(stop="key-000002")] == ["key-000000", "key-000001"]
    assert len(list(many.items(prefix="key-01"))) == 10_000
    assert list(many.items(limit=0)) == []
    assert sum(len(keys) for keys, _ in many.batches()) == 30_000
    some = [f"key-{i:06d}" for i in range(0, 40_000, 3)]
    assert many.get_many(some) == [[expected[key]] if key in expected else [] for key in some]


def test_large_values_are_read_whole_and_as_files(client):
    large = os.urandom(1 << 20) * 3 + b"end"
    files = client.put("files", [("large", large), ("small", b"x"), ("empty", b"")], replace=True)

    assert files["large"] == large
    assert dict(files) == {"large": large, "small": b"x", "empty": b""}
    with files.open("large") as file:
        assert file.read(10) == large[:10]
        assert file.read() == large[10:]
    with files.open("empty") as file:
        assert file.read() == b""
    with pytest.raises(sss.NotFound):
        files.open("missing")


def test_the_java_client_reads_what_python_wrote(tls, tmp_path):
    tls.put("stock", {f"k{i}": i for i in range(1000)}, replace=True, compression="lz4")

    exported = tmp_path / "stock.tsv"
    command(tls, "group", "export", "stock", str(exported))

    lines = exported.read_text().splitlines()
    assert sorted(lines) == sorted(f"k{i}\t{i}" for i in range(1000))


def test_python_reads_what_the_java_client_wrote(tls, tmp_path):
    (tmp_path / "rows.csv").write_text("id,name,price\n1,pear,0.75\n2,apple,0.5\n")
    types = ["--key", "id", "--keys", "long", "--values", "record(id:long,name:string,price:double)"]
    command(tls, "group", "import", "rows", str(tmp_path / "rows.csv"), "--csv", "--replace", *types)

    rows = tls["rows"]
    assert dict(rows) == {
        1: {"id": 1, "name": "pear", "price": 0.75},
        2: {"id": 2, "name": "apple", "price": 0.5},
    }


@dataclass
class Point:
    x: float
    y: float


@dataclass
class Place:
    name: str
    at: Point
    tags: List[str]
    count: Dict[str, int]
    open: bool
    note: Optional[str] = None


def test_records_are_dataclasses_or_dicts(client):
    home = Place("home", Point(1, -1), ["a", "b"], {"x": 1}, True, None)
    places = client.put("places", {"h": home}, value=Place, key=str, replace=True)

    assert places.value_type == (
        "record(name:string,at:record(x:double,y:double),tags:list(string),count:map(string,long),open:boolean,"
        "note:optional(string))"
    )
    assert places["h"] == home
    assert client.group("places", value=Place)["h"] == home
    assert client["places"]["h"] == {
        "name": "home",
        "at": {"x": 1.0, "y": -1.0},
        "tags": ["a", "b"],
        "count": {"x": 1},
        "open": True,
        "note": None,
    }
    with pytest.raises(sss.TypeMismatch, match="values of group 'places'"):
        client.group("places", value=Point)
    assert isinstance(client.group("places", value=bytes)["h"], bytes)


def test_a_group_exists_once_unless_it_is_replaced(client):
    client.put("once", {"a": 1}, replace=True)
    with pytest.raises(sss.AlreadyExists, match="once"):
        client.put("once", {"a": 2})
    client.put("once", {"a": 3}, replace=True)
    assert client["once"]["a"] == 3
    client.rename("once", "twice", replace=True)
    assert "once" not in client and client["twice"]["a"] == 3
    client.drop("twice")
    with pytest.raises(sss.NotFound):
        client.drop("twice")


def test_an_exception_discards_the_group(client):
    with pytest.raises(RuntimeError), client.write("failed", key=str, value=int) as writer:
        writer.put("a", 1)
        raise RuntimeError("no")
    assert "failed" not in client
    client.put("failed", {"a": 1})
    client.drop("failed")


def test_threads_share_a_writer(client):
    with client.write("threads", key=int, value=str, replace=True) as writer:
        threads = [
            threading.Thread(target=writer.put_all, args=([(i * 1000 + j, "v") for j in range(1000)],))
            for i in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [key for key, _ in client["threads"]] == list(range(4000))


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_a_writer_that_is_killed_or_interrupted_leaves_nothing(tls, by):
    code = """
        import sss, sys, time
        with sss.connect() as client, client.write("killed", key=int, value=bytes) as writer:
            for i in range(200_000):
                writer.put(i, bytes(100))
            print("written", flush=True)
            time.sleep(60)
        """
    environment = dict(os.environ, **tls.environment)
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert child.stdout is not None and child.stdout.readline() == b"written\n"
    child.send_signal(by)
    child.wait()
    child.stdout.close()

    deadline = time.monotonic() + 30
    while True:  # the name is free once the coordinator has noticed
        try:
            assert len(tls.put("killed", {1: b""})) == 1
            break
        except sss.AlreadyExists:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    tls.drop("killed")


def test_empty_groups_and_wrong_objects(client):
    with pytest.raises(sss.InvalidArgument, match="gets no tuples, so its types are unknown"):
        client.put("empty", [])
    empty = client.put("empty", [], key=str, value=int, replace=True)
    assert len(empty) == 0 and list(empty) == [] and empty.get("a") is None and bool(empty)

    with client.write("typed", key=str, value=int, replace=True) as writer:
        for key, value in [("a", "1"), ("a", 1.5), ("a", None), (None, 1), (1, 1), ("a", True), ("a", 1 << 63)]:
            with pytest.raises(sss.InvalidArgument):
                writer.put(key, value)
        with pytest.raises(sss.TooLarge, match="a key of 70000 bytes"):
            writer.put("a" * 70_000, 1)
        writer.put("a", 1)
    assert dict(client["typed"]) == {"a": 1}
    with pytest.raises(sss.InvalidArgument, match="cannot name a group"):
        client.put("no/name", {"a": 1})
    with pytest.raises(sss.InvalidArgument, match="is a type of fields of records only"):
        client.put("bools", {"a": True}, key=str, value=bool)


def test_a_dropped_group_is_not_found(client):
    gone = client.put("gone", {f"k{i}": i for i in range(100)}, replace=True)
    client.drop("gone")
    deadline = time.monotonic() + 30
    with pytest.raises(sss.NotFound):
        while time.monotonic() < deadline:  # the data servers are asked to drop it in the background
            gone["k1"]
    with pytest.raises(sss.NotFound):
        list(gone)
