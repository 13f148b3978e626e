"""Gigabytes: a scan, and one value, in bounded memory. Also what a scan costs; run by .ci/python -m slow."""

import os
import subprocess
import sys
import textwrap
import time

import pytest

TUPLES = 10_000_000
TUPLE_BYTES = 108
MAX_GROWTH_KIB = 64 << 10


PEAK = """
def peak_kib():
    return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
"""


def python(client, code: str) -> str:
    """Runs code in a process of its own, whose peak of memory starts low."""
    environment = {**os.environ, **client.environment}
    arguments = [sys.executable, "-c", PEAK + textwrap.dedent(code)]
    done = subprocess.run(arguments, env=environment, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_gibibyte_is_scanned_in_bounded_memory(one):
    started = time.monotonic()
    with one.write("gigabyte", key="long", value=bytes, replace=True) as writer:
        value = bytes(TUPLE_BYTES - 8)
        for i in range(TUPLES):
            writer.put(i, value)
    print(f"\nwritten: {TUPLES / (time.monotonic() - started):,.0f} tuples/s")
    assert TUPLES * TUPLE_BYTES > 1 << 30

    for how in ("batches()", "items()"):
        answer = python(
            one,
            f"""
            import time, sss
            with sss.connect() as client:
                group = client["gigabyte"]
                start, before = time.monotonic(), peak_kib()
                count = sum({"len(keys) for keys, values" if how == "batches()" else "1 for _"} in group.{how})
                seconds = time.monotonic() - start
                print(count, peak_kib() - before, seconds)
            """,
        )
        count, growth_kib, seconds = answer.split()
        print(f"{how}: {TUPLES / float(seconds):,.0f} tuples/s, {int(growth_kib) >> 10} MiB more")
        assert int(count) == TUPLES
        assert int(growth_kib) < MAX_GROWTH_KIB
    one.drop("gigabyte")


@pytest.mark.slow
def test_a_value_of_a_gibibyte_is_read_as_a_file(one):
    size = 1 << 30
    one.put("huge", [("k", bytes(size))], replace=True)
    answer = python(
        one,
        """
        import sss
        with sss.connect() as client, client["huge"].open("k") as file:
            before = peak_kib()
            count = sum(len(part) for part in iter(lambda: file.read(1 << 20), b""))
            print(count, peak_kib() - before)
        """,
    )
    count, growth_kib = map(int, answer.split())
    print(f"\na value of 1 GiB: {growth_kib >> 10} MiB more")
    assert count == size
    assert growth_kib < MAX_GROWTH_KIB
    one.drop("huge")


@pytest.mark.slow
def test_the_speed_of_a_table_of_arrow(one):
    count = 1_000_000
    one.put("rows", ((f"key-{i:06d}", bytes(90)) for i in range(count)), replace=True)
    best = own = 0.0
    for _ in range(5):
        start, used = time.monotonic(), time.process_time()
        assert one["rows"].to_arrow().num_rows == count
        best = max(best, count / (time.monotonic() - start))
        own = max(own, count / (time.process_time() - used))
    print(f"\nto_arrow: {best:,.0f} tuples/s of 100 bytes, {own:,.0f} per second of CPU of this process")
