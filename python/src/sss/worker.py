"""Runs the functions of one task on a node: tuples come from standard input, and go to standard output.

Both have the format ``framed`` of docs/guide/stream.md. What functions print goes to standard error.
"""

from __future__ import annotations

import io
import os
import pickle
import sys
from typing import Any, Callable, Dict, Generator, List, NamedTuple, Optional, Tuple

from . import declared, encoding
from .encoding import Codec
from .errors import InvalidArgument
from .failures import NO_KEY, Failed, report, text_of
from .tuples import CombineTable, Encoded, Source, Writer

#: The file with what ``load`` reads, in the directory of the process.
FUNCTIONS = "functions.pickle"
_WRITE_BYTES = 64 << 10

Types = Tuple[Any, Any]


class Functions(NamedTuple):
    """What a client sends for one job. Types are names of types, Python types or dataclasses."""

    kind: str
    function: Callable[[Any, Any], Any]
    combine: Optional[Callable[[List[Any]], Any]]
    #: Of keys and values, by the name of the group.
    inputs: Dict[str, Types]
    output: Types
    #: Types of the fields of all dataclasses in them.
    fields: Dict[Any, Dict[str, Any]]


def main() -> None:
    """Runs the task of this process. An exception of a function ends the process with a report of it."""
    source = os.dup(0)
    output = io.BufferedWriter(io.FileIO(os.dup(1), "w"), _WRITE_BYTES)
    os.dup2(2, 1)  # what functions print must not be taken for tuples
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    functions: Optional[Functions] = None
    try:
        functions = load()
        run(functions, Source(lambda count: os.read(source, count)), output)
    except BaseException as e:  # also of sys.exit, which must not pass for success
        failed = e if isinstance(e, Failed) else Failed(NO_KEY, e)
        report(failed, None if functions is None else functions.function)
        sys.stdout.flush()
        os._exit(1)


def load() -> Functions:
    """Reads the functions."""
    try:
        with open(FUNCTIONS, "rb") as file:
            functions = Functions(*pickle.load(file))
        encoding.KNOWN_FIELD_TYPES.update(functions.fields)
        return functions
    except Exception as e:
        remedy = ""
        if isinstance(e, ImportError):
            name = str(e.name or "").partition(".")[0]
            remedy = f"; install '{name}' for the Python of the nodes, or send it: modules=[{name}]"
        raise InvalidArgument(f"the functions cannot be loaded: {text_of(e)}{remedy}") from e


def run(functions: Functions, source: Source, output: io.BufferedIOBase) -> None:
    """Calls the function for all tuples of the source, and writes what it returns."""
    group = os.environ.get("SSS_INPUT_GROUP", "")
    key, value = functions.inputs.get(group) or next(iter(functions.inputs.values()))
    keys, values = declared.of(key), declared.of(value)
    writer = Writer(output, declared.of(functions.output[0], True), declared.of(functions.output[1]))
    if functions.kind == "reduce":
        _reduce(functions, source, keys, values, writer)
    else:
        _map(functions, source, keys, values, writer)
    writer.end()


def _map(functions: Functions, source: Source, keys: Codec, values: Codec, writer: Writer) -> None:
    decode_key, decode_value, function = keys.decode, values.decode, functions.function
    table = None if functions.combine is None else CombineTable(writer, functions.combine)
    put = writer.put_all if table is None else table.put_all
    key: Any = NO_KEY
    try:
        for key_bytes, value_bytes in source:
            key = NO_KEY
            key = decode_key(key_bytes)
            put(function(key, decode_value(value_bytes)))
    except Failed as e:
        raise Failed(key if e.key is NO_KEY else e.key, e.cause, e.at) from e.cause
    except BaseException as e:
        raise Failed(key, e) from e
    if table is not None:
        table.flush()


def _reduce(functions: Functions, source: Source, keys: Codec, values: Codec, writer: Writer) -> None:
    decode_value, function = values.decode, functions.function
    tuples = iter(source)
    pending: Optional[Encoded] = next(tuples, None)

    def values_of(first: Encoded) -> Generator[Any, None, None]:
        nonlocal pending
        wanted = first[0]
        yield decode_value(first[1])
        for each in tuples:
            if each[0] != wanted:
                pending = each
                return
            yield decode_value(each[1])
        pending = None

    while pending is not None:
        current = pending
        key: Any = NO_KEY
        try:
            key = keys.decode(current[0])
            found = values_of(current)
            writer.put_all(function(key, found))
            found.close()  # a function that has stored it gets no values of other keys
        except Failed as e:
            raise Failed(key, e.cause, e.at) from e.cause
        except BaseException as e:
            raise Failed(key, e) from e
        if pending is current:  # the function has not read all values
            pending = next((each for each in tuples if each[0] != current[0]), None)
