"""The code of docs/guide/python.md and of README.md."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pandas

import sss

TOP = Path(__file__).resolve().parents[2]


@dataclass
class Fruit:
    name: str
    price: float
    organic: bool


def test_guide(one):
    for name in ("prices", "clicks", "squares", "users", "fruits", "lines", "counts", "lengths"):
        if name in one:
            one.drop(name)
    os.environ.update(one.environment)
    with sss.connect() as c:
        names = [group.name for group in c.groups()]
    for name in one.environment:
        del os.environ[name]
    assert names == sorted(names)
    c = one

    prices = c.put("prices", {"apple": 0.5, "pear": 0.75})
    clicks = c.put("clicks", ((4711, f"/page/{i}") for i in range(1000)), key=int, value=str)

    with c.write("squares", key=int, value=int) as writer:
        for n in range(1000):
            writer.put(n, n * n)
    assert c["squares"][12] == 144

    prices = c["prices"]
    assert prices["apple"] == 0.5 and "plum" not in prices
    assert prices.get("plum", 0.0) == 0.0 and len(prices) == 2
    assert list(prices) == [("apple", 0.5), ("pear", 0.75)]
    assert clicks.get_all(4711)[:2] == ["/page/0", "/page/1"]

    frame = pandas.DataFrame({"user": ["ann", "bob"], "age": [30, 40], "score": [1.5, None]})
    users = c.put_frame("users", frame, key="user")
    assert users["bob"] == {"age": 40, "score": None}
    again = users.to_pandas(key="user")
    assert list(again.columns) == ["user", "age", "score"]

    fruits = c.put("fruits", {1: Fruit("apple", 0.5, True)}, key=int, value=Fruit)
    assert c["fruits"][1] == {"name": "apple", "price": 0.5, "organic": True}
    assert c.group("fruits", value=Fruit)[1] == Fruit("apple", 0.5, True)
    assert fruits[1].organic

    jobs_of_the_guide(c)

    for workflow in c.workflows():
        print(workflow.id, workflow.name, workflow.state)


def jobs_of_the_guide(c):
    c.put("lines", {1: "to be or not to be"}, key=int, value=str)

    def words(number, line):
        for word in line.split():
            yield word, 1

    def total(word, counts):
        yield word, sum(counts)

    job = c.run(map=words, combine=sum, reduce=total, input="lines", output="counts", key=str, value=int)
    job.wait(progress=True)
    assert c["counts"]["be"] == 2

    chain = sss.Chain("lengths")
    counts = chain.run(map=words, combine=sum, reduce=total, input="lines", key=str, value=int)
    chain.run(map=lambda word, n: [(len(word), n)], reduce=total, input=counts, output="lengths", key=int, value=int)
    c.submit(chain).wait()
    assert dict(c["lengths"].items()) == {2: 5, 3: 1}

    def inverse(number, line):
        return [(line, 1 / (number - 1))]

    try:
        c.run(map=inverse, input="lines", output="inverse", key=str, value=float).wait()
    except sss.UserCode as error:
        print(error)
        failure = str(error)
    assert "key <1>: ZeroDivisionError: division by zero (inverse, line " in failure


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_the_guide_is_quoted_from_code_that_runs():
    page = (TOP / "docs/guide/python.md").read_text()
    quoted = re.findall(r"([^\n]*)\n```python\n(.*?)^```$", page, re.M | re.S)
    assert len(quoted) >= 8
    source = lines(Path(__file__).read_text())
    for comment, code in quoted:
        assert comment == "<!-- quoted from python/tests/test_guide.py -->"
        wanted = lines(code)
        assert any(source[at : at + len(wanted)] == wanted for at in range(len(source))), code


def test_the_readme_prints_what_it_says(clusters):
    readme = (TOP / "python/README.md").read_text()
    code = re.search(r"```python\n(.*?)```", readme, re.S)
    output = re.search(r"prints\n\n```\n(.*?)```", readme, re.S)
    assert code and output
    assert len(lines(code.group(1))) <= 10
    done = subprocess.run([sys.executable, "-"], input=code.group(1), capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == (output.group(1), 0), done.stderr
