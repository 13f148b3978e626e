"""What a job of Python functions sends to the nodes: the worker with cloudpickle, as a zip, and the functions."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import io
import os
import py_compile
import site
import sys
import sysconfig
import tempfile
import zipfile
from collections import ChainMap
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Tuple

from .errors import InvalidArgument, TooLarge
from .worker import Functions

#: The version of Python that functions are pickled for.
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
WORKER = "worker.zip"
MAX_BYTES = 48 << 20
_MODULES = ("errors", "typenames", "encoding", "declared", "failures", "tuples", "worker")
_DATE = (2020, 1, 1, 0, 0, 0)
#: What cloudpickle writes in place of the file of a function.
_NO_FILE = "<dynamic-code>"
# Runs with any version of Python, so that the wrong one says so.
_MAIN = """import json
import os
import sys

client = sys.argv[1]
node = "%d.%d" % sys.version_info[:2]
if node != client:
    where = os.environ.get("SSS_NODE", "")
    text = 'node %s runs Python %s, the client %s; set python="python%s", an executable of all nodes, or stream.python'
    text = text % (where, node, client, client)
    sys.stderr.write("reporter:failure:" + json.dumps({"exception": text}) + "\\n")
    sys.exit(1)
from sss.worker import main

main()
"""
_INIT = '''"""The part of SSS that runs functions on nodes."""

from .encoding import Instant
from .errors import *
'''


class Blob(NamedTuple):
    """Content, which the coordinator stores under its SHA-256."""

    id: str
    content: bytes


def blob(content: bytes) -> Blob:
    """Returns the content with its name."""
    return Blob(hashlib.sha256(content).hexdigest(), content)


@functools.lru_cache(maxsize=1)
def worker() -> Blob:
    """Returns the zip that nodes run: the same for all jobs of this process."""
    cloudpickle = _cloudpickle()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        _add(archive, "__main__.py", _MAIN)
        _add(archive, "sss/__init__.py", _INIT)
        for name in _MODULES:
            _add_module(archive, Path(__file__).parent / f"{name}.py", f"sss/{name}.py")
        home = Path(str(cloudpickle.__file__)).parent
        for source in sorted(home.glob("*.py")):
            _add_module(archive, source, f"cloudpickle/{source.name}")
    return blob(packed.getvalue())


def _add(archive: zipfile.ZipFile, name: str, content: Any) -> None:
    archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)


def _add_module(archive: zipfile.ZipFile, source: Path, name: str) -> None:
    """Adds the source and its compiled form, which other versions of Python ignore: compiling takes longer than all."""
    _add(archive, name, source.read_bytes())
    with tempfile.TemporaryDirectory() as directory:
        target = os.path.join(directory, "compiled")
        py_compile.compile(
            str(source), target, name, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH
        )
        _add(archive, name + "c", Path(target).read_bytes())


def _cloudpickle() -> Any:
    try:
        import cloudpickle
    except ImportError as e:
        raise InvalidArgument("jobs of functions need cloudpickle: pip install cloudpickle") from e
    return cloudpickle


def pickled(functions: Functions, modules: Iterable[ModuleType]) -> Blob:
    """Pickles the functions of a job, with those modules that the nodes cannot import.

    Raises InvalidArgument if a function uses an object that cannot be pickled, and TooLarge if all is too large.
    """
    cloudpickle = _cloudpickle()
    called = [each for each in (functions.function, functions.combine) if each is not None]
    own = {module.__name__: module for module in [*modules, *_own_modules(called, functions)]}
    added = [each for each in own.values() if each.__name__ not in cloudpickle.list_registry_pickle_by_value()]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        content = _dumps(cloudpickle, tuple(functions))
    except Exception as e:
        raise _unpicklable(cloudpickle, called, e) from e
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)
    if len(content) > MAX_BYTES:
        raise TooLarge(
            f"the functions of a job have {len(content)} bytes with the objects that they use, above the limit of"
            f" {MAX_BYTES}; write large data to a group, or to a file at the same path on all nodes"
        )
    return blob(content)


def _dumps(cloudpickle: Any, value: Any) -> bytes:
    """As ``cloudpickle.dumps``, with the names of files, which tracebacks on the nodes show."""
    table: Any = getattr(cloudpickle.Pickler, "dispatch_table", {})
    plain: Any = table.get(CodeType)

    def reduce(code: CodeType) -> Any:
        made, arguments, *rest = plain(code)
        named = [code.co_filename if each == _NO_FILE else each for each in arguments]
        return (made, tuple(named), *rest)

    file = io.BytesIO()
    reducers = {} if plain is None else {"dispatch_table": ChainMap({CodeType: reduce}, table)}
    type("Pickler", (cloudpickle.Pickler,), reducers)(file).dump(value)
    return file.getvalue()


def _own_modules(called: List[Callable[..., Any]], functions: Functions) -> Iterator[ModuleType]:
    """Yields the modules of the functions and dataclasses that are not installed, which nodes do not have."""
    installed = _installed()
    types: List[Any] = [each for pair in (*functions.inputs.values(), functions.output) for each in pair]
    for each in [*called, *types]:
        while isinstance(each, functools.partial):
            each = each.func
        module = sys.modules.get(getattr(each, "__module__", None) or "")
        file = getattr(module, "__file__", None)
        if module is None or module.__name__ == "__main__" or file is None:
            continue
        if not os.path.realpath(file).startswith(installed):
            yield module


def _installed() -> Tuple[str, ...]:
    places = {*sysconfig.get_paths().values(), *site.getsitepackages(), site.getusersitepackages()}
    own = importlib.util.find_spec(__package__ or "sss")
    if own is not None and own.submodule_search_locations:
        places.update(own.submodule_search_locations)
    return tuple(os.path.realpath(place) + os.sep for place in places)


def _unpicklable(cloudpickle: Any, called: List[Callable[..., Any]], error: Exception) -> InvalidArgument:
    culprit = ""
    for function in called:
        for name, value in _variables(function):
            try:
                cloudpickle.dumps(value)
            except Exception:
                culprit = f": the variable '{name}' of '{getattr(function, '__name__', function)}'"
                break
    return InvalidArgument(
        f"the functions cannot be sent to the nodes, as they use an object that cannot be pickled{culprit} ({error});"
        " make files, locks, connections and clients within the function, not outside of it"
    )


def _variables(function: Callable[..., Any]) -> List[Tuple[str, Any]]:
    try:
        found = inspect.getclosurevars(function)
    except TypeError:
        return []  # not written in Python
    return [*found.nonlocals.items(), *found.globals.items()]
