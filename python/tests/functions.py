"""Functions of the jobs in test_jobs.py: this module is not installed, so it is sent with them."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import List, Optional


@dataclass
class Part:
    name: str


@dataclass
class Count:
    word: str
    n: int
    parts: List[Part]
    note: Optional[str] = None


def words(key, line):
    for word in line.split():
        yield word, 1


def total(word, ones):
    return [(word, sum(ones))]


def raising(key, line):
    for word in line.split():
        yield word, int(line) if key == 7 else 1


def raising_reduce(word, ones):
    yield word, 1 // (len(word) - 3)


def printing(key, line):
    print("a tuple?", "x" * 5000)
    sys.stdout.write("\0\0\0\5no newline")
    os.system("echo from another process")
    return [(line, 1)]


def endless(key, line):
    while True:
        time.sleep(0.1)


def by_count(word, n):
    return {n: word}


def longest(n, found):
    yield n, ",".join(sorted(found))


def records(key, line):
    yield key, Count(line, len(line), [Part(word) for word in line.split()])


def of_records(key, counts):
    for each in counts:
        assert all(isinstance(part, Part) for part in each.parts)
        yield each.word, each.n
