"""Jobs of Python functions, on one node without security and on three with TLS."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import functions
import pytest
from conftest import command

import sss

LINES = {i: f"the quick fox {i % 3} jumps over the lazy dog" for i in range(500)}
TYPES = {"key": str, "value": int, "replace": True}


def lines_of(client):
    if "job-lines" not in client:
        client.put("job-lines", LINES, key=int, value=str)


def expected():
    found = {}
    for line in LINES.values():
        for word in line.split():
            found[word] = found.get(word, 0) + 1
    return found


def test_word_count_equals_that_of_java(client, tmp_path):
    lines_of(client)
    job = client.run(map=functions.words, reduce=functions.total, input="job-lines", output="counts", **TYPES)
    assert job.wait(progress=True) is job and job.name == "counts"

    text = tmp_path / "lines.txt"
    text.write_text("\n".join(LINES.values()))
    command(client, "local", "wordcount", str(text), "--output", str(tmp_path / "counts.tsv"))
    of_java = [line.split("\t") for line in (tmp_path / "counts.tsv").read_text().splitlines()]
    counts = dict(client["counts"].items())
    assert counts == expected() == {word: int(count) for word, count in of_java}
    assert (client["counts"].key_type, client["counts"].value_type) == ("string", "long")


def test_a_combiner_gives_the_same_and_less_to_shuffle(client):
    lines_of(client)
    jobs = {}
    for combine in (None, sum):
        job = client.run(
            map=functions.words, combine=combine, reduce=functions.total, input="job-lines", output="combined", **TYPES
        )
        jobs[combine] = job.wait().status["jobs"][0]["progress"]["tuplesOut"]
        assert dict(client["combined"].items()) == expected()
    assert jobs[None] == sum(expected().values())
    assert jobs[sum] < jobs[None] / 5


def test_a_chain_is_one_workflow_with_temporary_groups(client):
    lines_of(client)
    chain = sss.Chain("by-count")
    counts = chain.run(map=functions.words, combine=sum, reduce=functions.total, input="job-lines", key=str, value=int)
    chain.run(
        map=functions.by_count, reduce=functions.longest, input=counts, output="by-count", key=int, value=str,
        replace=True,
    )  # fmt: skip
    done = client.submit(chain).wait()
    assert [job["name"] for job in done.status["jobs"]] == ["map", "reduce", "map-2", "reduce-2"]
    found = dict(client["by-count"].items())
    assert found[1000] == "the" and found[500] == "dog,fox,jumps,lazy,over,quick"
    assert not [group.name for group in client.groups() if group.name.startswith("by-count.")]


def test_a_raising_function_shows_key_and_line(client):
    lines_of(client)
    job = client.run(map=functions.raising, input="job-lines", output="never", **TYPES)
    line = next(i for i, text in enumerate(Path(functions.__file__).read_text().splitlines(), 1) if "key == 7" in text)
    with pytest.raises(sss.UserCode) as failed:
        job.wait()
    assert f"key <7>: ValueError: invalid literal for int() with base 10: '{LINES[7]}'" in str(failed.value)
    assert f"(raising, line {line} of functions.py)" in str(failed.value)
    assert "job 'map', task " in str(failed.value) and "of group 'job-lines'" in str(failed.value)
    assert f'functions.py", line {line}, in raising' in failed.value.remote_trace
    assert "worker.py" not in failed.value.remote_trace
    assert "never" not in client


def test_a_raising_reducer_shows_its_key(client):
    lines_of(client)
    job = client.run(
        map=functions.words, combine=sum, reduce=functions.raising_reduce, input="job-lines", output="never", **TYPES
    )
    with pytest.raises(
        sss.UserCode, match=r"job 'reduce', .* key <(the|fox|dog)>: ZeroDivisionError.*\(raising_reduce"
    ):
        job.wait()


def test_a_raising_combiner_shows_its_key(one):
    lines_of(one)

    def combine(values):
        return values.missing

    job = one.run(
        map=functions.words, combine=combine, reduce=functions.total, input="job-lines", output="never", **TYPES
    )
    with pytest.raises(sss.UserCode, match=r"key <\w+>: AttributeError: .*\(combine, line \d+ of test_jobs.py\)"):
        job.wait()


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (lambda key, line: [(key, 1)], r"key <\d+>: \(\d+, 1\) does not fit key=string, value=long: \d+ of the type"),
        (lambda key, line: [(line, "one")], r"value=long: 'one' of the type str is no long"),
        (lambda key, line: [(line, 1 << 70)], r"does not fit into 8 bytes"),
        (lambda key, line: [(line, None)], r"None is no long"),
        (lambda key, line: ("a", 1), r"the function returned \('a', 1\) of the type tuple; it returns a list of pairs"),
        (lambda key, line: 5, r"key <\d+>: the function returned 5 of the type int"),
        (lambda key, line: ["ab"], r"'ab' does not fit .*: it is no pair"),
        (lambda key, line: [("a", 1, 2)], r"too many values to unpack|it is no pair"),
        (lambda key, line: [("k" * 70_000, 1)], r"a key of 70000 bytes is above the limit"),
        (lambda key, line: sys.exit(0), r"key <\d+>: SystemExit"),
        (lambda key, line: os._exit(0), r"without the end of its output.*os._exit"),
    ],
)
def test_wrong_output_is_an_error_with_the_key(one, function, text):
    lines_of(one)
    with pytest.raises(sss.SssError, match=text):
        one.run(map=function, input="job-lines", output="never", **TYPES).wait()
    combined = one.run(map=function, combine=sum, reduce=functions.total, input="job-lines", output="never", **TYPES)
    with pytest.raises(sss.SssError):
        combined.wait()


def test_a_wrong_pair_of_a_generator_shows_its_line(one):
    lines_of(one)

    def words(key, line):
        yield line, 1
        yield line, "two"

    with pytest.raises(sss.UserCode, match=r"'two' of the type str is no long \(words, line \d+ of test_jobs.py\)"):
        one.run(map=words, input="job-lines", output="never", **TYPES).wait()


def test_what_a_function_prints_is_no_tuple(one):
    lines_of(one)
    done = one.run(map=functions.printing, input="job-lines", output="printed", **TYPES).wait()
    assert len(one["printed"]) == len(LINES)
    remarks = done.status["jobs"][0]["progress"]["remarks"]["printed"]
    assert any("from another process" in each["text"] for each in remarks)


def test_functions_return_all_kinds_of_pairs(one):
    lines_of(one)

    def everything(key, line):
        if key % 5 == 0:
            return None
        if key % 5 == 1:
            return {key: "dict"}
        if key % 5 == 2:
            return [[key, "list"]]
        if key % 5 == 3:
            return ((k, "generator") for k in [key])
        return iter([(key, "iterator")])

    one.run(map=everything, input="job-lines", output="kinds", key=int, value=str, replace=True).wait()
    found = dict(one["kinds"].items())
    assert {found[1], found[2], found[3], found[4]} == {"dict", "list", "generator", "iterator"}
    assert len(found) == 400 and 5 not in found


def test_a_reducer_need_not_read_all_values_and_may_keep_none(one):
    one.put("many", ((k, v) for k in "abc" for v in range(1000)), key=str, value=int, replace=True)
    kept = []

    def first(key, values):
        late = sum(sum(1 for _ in each) for each in kept)
        kept.append(values)
        yield key, next(values) * 1000 + late

    one.run(reduce=first, input="many", output="firsts", **TYPES).wait()
    assert dict(one["firsts"].items()) == {"a": 0, "b": 0, "c": 0}

    def none(key, values):
        return [(key, -1)] if key != "b" else None

    one.run(reduce=none, input="many", output="firsts", **TYPES).wait()
    assert dict(one["firsts"].items()) == {"a": -1, "c": -1}


def test_huge_values_pass(one):
    sizes = [0, 1, 65_535, 65_536, 20 << 20]
    one.put("huge", {n: b"v" * n for n in sizes}, key=int, value=bytes, replace=True)

    def same(key, value):
        yield key, value + b"!"

    def joined(key, values):
        yield key, b"".join(values) * 2

    one.run(map=same, reduce=joined, input="huge", output="huge2", key=int, value=bytes, replace=True).wait()
    assert [(key, len(value)) for key, value in one["huge2"].items()] == [(n, 2 * n + 2) for n in sizes]
    one.drop("huge")
    one.drop("huge2")


def test_records_are_dataclasses_if_the_group_is_asked_for_with_one(one):
    lines_of(one)
    one.run(
        map=functions.records, input="job-lines", output="records", key=int, value=functions.Count, replace=True
    ).wait()
    group = one.group("records", value=functions.Count)
    one.run(reduce=functions.of_records, input=group, output="lengths", **TYPES).wait()
    assert dict(one["lengths"].items()) == {line: len(line) for line in LINES.values()}

    def of_dicts(key, record):
        yield record["word"], record["n"]

    one.run(map=of_dicts, input="records", output="lengths2", **TYPES).wait()
    assert sorted(one["lengths2"].items()) == sorted((line, len(line)) for line in LINES.values())


def test_several_inputs_have_their_own_types(one):
    lines_of(one)
    one.put("numbers", {"a": 1.5}, key=str, value=float, replace=True)

    def both(key, value):
        yield type(value).__name__, 1

    one.run(map=both, reduce=functions.total, input=["job-lines", "numbers"], output="both", **TYPES).wait()
    assert dict(one["both"].items()) == {"str": 500, "float": 1}


def test_the_order_of_sets_is_the_same_in_all_tasks(one):
    lines_of(one)
    job = one.run(
        map=lambda key, line: [("order", ",".join({"a", "b", "c", "d", "e"}))],
        reduce=lambda key, orders: [(key, len(set(orders)))],
        input="job-lines", output="orders", key=str, value=int, map_value=str, replace=True,
    )  # fmt: skip
    job.wait()
    assert one["orders"]["order"] == 1


def test_a_large_table_of_a_combiner_is_written_in_parts(one):
    one.put("seeds", {i: "x" for i in range(4)}, key=int, value=str, replace=True)

    def many(seed, _):
        for i in range(300_000):
            yield f"{i:040d}", 1

    done = one.run(map=many, combine=sum, reduce=functions.total, input="seeds", output="parts", **TYPES).wait()
    assert len(one["parts"]) == 300_000 and one["parts"][f"{5:040d}"] == 4
    assert done.status["jobs"][0]["progress"]["tuplesOut"] > 300_000
    one.drop("parts")


def test_a_function_that_never_ends_is_cancelled(client):
    lines_of(client)
    job = client.run(map=functions.endless, input="job-lines", output="never", **TYPES)
    with pytest.raises(sss.Timeout):
        job.wait(timeout=1.0)
    job.cancel()
    with pytest.raises(sss.Cancelled):
        job.wait()
    wait_until(lambda: not workers(client))


def test_a_function_that_never_ends_fails_by_its_time_limit(one):
    lines_of(one)
    job = one.run(map=functions.endless, input="job-lines", output="never", stall_timeout=1.0, **TYPES)
    with pytest.raises(sss.UserCode, match="stallTimeout"):
        job.wait(timeout=60)
    wait_until(lambda: not workers(one))


def workers(client):
    """Returns the processes of a cluster that run functions."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            ours = os.readlink(process / "cwd").startswith(client._cluster._directory)
            if ours and b"worker.zip" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            pass  # it has ended
    return found


def wait_until(condition):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_killed_process_is_an_error(one):
    lines_of(one)
    job = one.run(map=functions.endless, input="job-lines", output="never", **TYPES)
    wait_until(lambda: workers(one))
    for process in workers(one):
        os.kill(process, signal.SIGKILL)
    with pytest.raises(sss.UserCode, match="was killed by signal 9"):
        # The search for the tuple that kills the process is cancelled, as no tuple does.
        job.wait(timeout=60)


def test_an_interrupt_cancels_the_job(one):
    lines_of(one)
    code = """
        import sss, time
        def endless(key, line):
            time.sleep(100)
        with sss.connect() as client:
            job = client.run(map=endless, input="job-lines", output="never", key=str, value=int)
            print(job.id, flush=True)
            job.wait()
        """
    arguments = [sys.executable, "-c", textwrap.dedent(code)]
    environment = dict(os.environ, **one.environment)
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        id = child.stdout.readline().decode().strip()
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        _, error = child.communicate(timeout=60)
    assert f"workflow {id} is cancelled" in error.decode()
    with pytest.raises(sss.Cancelled):
        one.workflow(id).wait(timeout=60)


def pythons():
    home = Path.home() / ".pyenv" / "versions"
    found = {}
    for version in ("3.9", "3.10", "3.12", "3.13"):
        places = sorted(home.glob(f"{version}.*/bin/python3")) if home.is_dir() else []
        if places:
            found[version] = str(places[0])
    return found


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.11", "3.12", "3.13"])
def test_another_version_of_python_is_refused(one, version):
    lines_of(one)
    own = "{}.{}".format(*sys.version_info[:2])
    python = PYTHONS.get(version)
    if version == own or python is None:
        pytest.skip(f"Python {version} is not here, or the one of the tests")
    job = one.run(map=functions.words, input="job-lines", output="never", python=python, **TYPES)
    text = f'its process: node 0 runs Python {version}, the client {own}; set python="python{own}"'
    with pytest.raises(sss.UserCode) as failed:
        job.wait()
    assert text in str(failed.value)


PYTHONS = pythons()


@pytest.mark.parametrize("version", sorted(PYTHONS))
def test_a_client_of_each_version_runs_functions_with_its_python(one, version, tmp_path):
    lines_of(one)
    import cloudpickle
    import google_crc32c
    import xxhash

    code = f"""
        import sys, types
        sys.path[:0] = {[str(Path(module.__file__).parents[1]) for module in (sss, cloudpickle)]}
        try:
            import google_crc32c, xxhash
        except ImportError:  # compiled for the Python of the tests: this one reads and writes no blocks
            sys.modules["google_crc32c"] = types.SimpleNamespace(extend=None, value=None)
            sys.modules["xxhash"] = types.SimpleNamespace(xxh3_64_intdigest=None)
        import sss
        def words(key, line):
            for word in line.split():
                yield word, 1
        with sss.connect() as client:
            client.run(map=words, combine=sum, reduce=lambda word, ns: [(word, sum(ns))], input="job-lines",
                output="by-version", key=str, value=int, replace=True, python=sys.executable).wait()
        """
    assert google_crc32c and xxhash
    environment = dict(os.environ, **one.environment)
    done = subprocess.run(
        [PYTHONS[version], "-c", textwrap.dedent(code)], env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert dict(one["by-version"].items()) == expected()


def test_an_executable_that_is_missing_is_named(one):
    lines_of(one)
    with pytest.raises(sss.NotFound, match="there is no executable 'python4711'"):
        one.run(map=functions.words, input="job-lines", output="never", python="python4711", **TYPES).wait()


def test_a_function_that_cannot_be_sent_says_why(one):
    lines_of(one)
    lock = threading.Lock()

    def locked(key, line):
        with lock:
            return None

    with pytest.raises(sss.InvalidArgument, match="the variable 'lock' of 'locked' .*make files, locks, connections"):
        one.run(map=locked, input="job-lines", output="never", **TYPES)

    def connected(key, line):
        return one["job-lines"]

    with pytest.raises(sss.InvalidArgument, match="the variable 'one' of 'connected'"):
        one.run(map=connected, input="job-lines", output="never", **TYPES)


def test_a_module_that_nodes_lack_is_named_and_can_be_sent(one, tmp_path, monkeypatch):
    lines_of(one)
    (tmp_path / "my_helpers.py").write_text("def double(n):\n    return 2 * n\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import my_helpers

    def doubled(key, line):
        import my_helpers

        return [(line, my_helpers.double(key))]

    def by_name(key, line):
        return [(line, my_helpers.double(key))]

    text = r"key <\d+>: ModuleNotFoundError: No module named 'my_helpers'"
    with pytest.raises(sss.UserCode, match=text):
        one.run(map=doubled, input="job-lines", output="never", **TYPES).wait()
    text = r"its process: the functions cannot be loaded: .*'my_helpers'; install 'my_helpers' .*modules=\[my_helpers\]"
    with pytest.raises(sss.UserCode, match=text):
        one.run(map=by_name, input="job-lines", output="never", **TYPES).wait()
    one.run(map=by_name, input="job-lines", output="doubled", modules=[my_helpers], **TYPES).wait()
    assert len(one["doubled"]) == len(LINES)


def test_wrong_calls_are_refused_before_anything_is_sent(one):
    lines_of(one)
    run = {"input": "job-lines", "output": "never", "key": str, "value": int}
    with pytest.raises(sss.InvalidArgument, match="needs map=, reduce=, or both"):
        one.run(**run)
    with pytest.raises(sss.InvalidArgument, match="combine= works between"):
        one.run(map=functions.words, combine=sum, **run)
    with pytest.raises(sss.InvalidArgument, match=r"map= is called as map\(key, value\)"):
        one.run(map=lambda line: [], **run)
    with pytest.raises(sss.InvalidArgument, match=r"combine= is called as combine\(values\)"):
        one.run(map=functions.words, combine=lambda a, b: a, reduce=functions.total, **run)
    with pytest.raises(sss.InvalidArgument, match="map= is 'words', which is no function"):
        one.run(map="words", **run)
    with pytest.raises(sss.InvalidArgument, match="is no type of SSS"):
        one.run(map=functions.words, **{**run, "value": complex})
    with pytest.raises(sss.NotFound, match="missing"):
        one.run(map=functions.words, **{**run, "input": "missing"})
    with pytest.raises(sss.InvalidArgument, match="exactly one"):
        one.run(reduce=functions.total, **{**run, "input": ["job-lines", "job-lines"]})
    with pytest.raises(sss.InvalidArgument, match="input 'job-lines' twice"):
        one.run(map=functions.words, **{**run, "input": ["job-lines", "job-lines"]})
    with pytest.raises(sss.InvalidArgument, match="compression is 'zip'"):
        one.run(map=functions.words, compression="zip", **run)
    with pytest.raises(sss.InvalidArgument, match="cannot name a group"):
        one.run(map=functions.words, **{**run, "output": "a b"})
    with pytest.raises(sss.InvalidArgument, match="has no jobs"):
        one.submit(sss.Chain("empty"))
    one.put("taken", {"a": 1}, replace=True)
    with pytest.raises(sss.AlreadyExists, match="taken"):
        one.run(map=functions.words, **{**run, "output": "taken"})
    with pytest.raises(sss.TypeMismatch):
        other = one.group("job-lines", value=bytes)
        chain = sss.Chain("types")
        chain.run(map=lambda k, v: None, input=other, output="never", key=str, value=int)
        chain.run(map=functions.words, input=sss.Step("never", int, int, False), output="x", key=str, value=int)
        one.submit(chain)


def test_a_token_that_may_not_run_is_refused(tls, tmp_path):
    lines_of(tls)
    token = tmp_path / "token"
    directory = Path(tls._cluster._directory) / "security"
    command(tls, "security", "token", "--role", "write", "--dir", str(directory), "--output-file", str(token))
    with sss.connect(tls.environment["SSS_CLUSTER"], token) as writer:
        with pytest.raises(sss.Forbidden):
            writer.run(map=functions.words, input="job-lines", output="never", **TYPES)


def test_a_job_is_replayed_at_the_command_line(one):
    lines_of(one)
    job = one.run(map=functions.words, input="job-lines", output="replayed", **TYPES).wait()
    found = command(one, "replay", f"{job.id}/map", "7")
    assert sorted(found.splitlines()) == sorted(f"replayed\t{word}\t1" for word in LINES[7].split())


def test_random_jobs_equal_what_python_computes(one):
    seed = random.randrange(1 << 30)
    print("seed", seed)
    choice = random.Random(seed)
    data = [(choice.choice("abcdefg"), choice.randrange(-(1 << 40), 1 << 40)) for _ in range(choice.randrange(1, 3000))]
    one.put("random", data, key=str, value=int, replace=True)
    modulus = choice.randrange(1, 50)

    def spread(key, n):
        for i in range(abs(n) % 3):
            yield n % modulus, n + i

    one.run(
        map=spread, combine=choice.choice([None, sum]), reduce=lambda k, ns: [(k, sum(ns))],
        input="random", output="sums", key=int, value=int, replace=True,
    ).wait()  # fmt: skip
    sums = {}
    for key, n in data:
        for k, each in spread(key, n):
            sums[k] = sums.get(k, 0) + each
    assert dict(one["sums"].items()) == sums
