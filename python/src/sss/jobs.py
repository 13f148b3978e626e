"""Jobs of Python functions: chains of them, and how they are sent to the coordinator."""

from __future__ import annotations

import inspect
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from . import declared, packing
from .encoding import shown
from .errors import InvalidArgument, NotFound, SssError
from .link import GroupInfo, Link
from .packing import Blob
from .wire import CALL_SECONDS, to_json
from .worker import FUNCTIONS, Functions
from .workflows import Workflow
from .writing import COMPRESSIONS, check_name

if TYPE_CHECKING:
    from .client import Group

#: ``map(key, value)`` and ``reduce(key, values)`` return or yield pairs of key and value, or return None.
Function = Callable[[Any, Any], Any]
#: ``combine(values)`` returns one value.
Combine = Callable[[List[Any]], Any]
Input = Union[str, "Group", "Step"]

_NODE_PYTHON = "{python}"
_FRAME_BYTES = 256 << 10
_MAX_NAME = 200


class Step(NamedTuple):
    """What ``Chain.run`` writes: the input of a later call."""

    group: str
    key: Any
    value: Any
    temporary: bool


class Chain:
    """Jobs of functions that run one after another as one workflow. One thread.

    >>> chain = sss.Chain("longest")                                           # doctest: +SKIP
    >>> words = chain.run(map=split, reduce=count, input="lines", key=str, value=int)  # doctest: +SKIP
    >>> chain.run(map=by_length, reduce=top, input=words, output="longest", key=int, value=str)  # doctest: +SKIP
    >>> client.submit(chain).wait()                                            # doctest: +SKIP
    """

    def __init__(
        self, name: str, python: Optional[str] = None, priority: int = 0, stall_timeout: Optional[float] = None
    ) -> None:
        self._name = check_name(name)
        self._python = python
        self._limits = {"priority": priority, "stallMillis": 0 if stall_timeout is None else int(stall_timeout * 1000)}
        self._jobs: List[_Job] = []
        self._steps: List[Step] = []

    def run(
        self,
        map: Optional[Function] = None,
        combine: Optional[Combine] = None,
        reduce: Optional[Function] = None,
        *,
        input: Union[Input, List[Input]],
        output: Optional[str] = None,
        key: Any,
        value: Any,
        map_key: Any = None,
        map_value: Any = None,
        replace: bool = False,
        compression: str = "none",
        modules: Iterable[ModuleType] = (),
    ) -> Step:
        """Adds a Map, a Reduce, or both; see ``Client.run``. Without ``output``, the group between is temporary."""
        if map is None and reduce is None:
            raise InvalidArgument("a job needs map=, reduce=, or both")
        if combine is not None and (map is None or reduce is None):
            raise InvalidArgument("combine= works between map= and reduce=, so it needs both")
        if compression not in COMPRESSIONS:
            raise InvalidArgument(f"compression is '{compression}'; it is 'none', 'lz4' or 'zstd'")
        for function, what, count in ((map, "map", 2), (combine, "combine", 1), (reduce, "reduce", 2)):
            _check_callable(function, what, count)
        inputs = input if isinstance(input, list) else [input]
        if not inputs or (map is None and len(inputs) != 1):
            raise InvalidArgument("a job reads at least one group, and without map= exactly one")
        name = f"{self._name}.{len(self._steps) + 1}"[-_MAX_NAME:] if output is None else check_name(output)
        step = Step(name, key, value, output is None)
        made = _Made(list(modules), replace, compression.upper())
        if map is not None and reduce is not None:
            between = Step(
                f"{name}.map"[-_MAX_NAME:],
                key if map_key is None else map_key,
                value if map_value is None else map_value,
                True,
            )
            self._add("map", map, combine, inputs, between, made)
            self._add("reduce", reduce, None, [between], step, made)
        elif map is not None:
            self._add("map", map, None, inputs, step, made)
        else:
            self._add("reduce", reduce, None, inputs, step, made)
        self._steps.append(step)
        return step

    def _add(self, kind: str, function: Any, combine: Any, inputs: List[Any], output: Step, made: _Made) -> None:
        number = len(self._steps) + 1
        job = f"{kind}-{number}" if number > 1 else kind
        for each in (output.key, output.value):
            declared.of(each, each is output.key)
        self._jobs.append(_Job(job, kind, function, combine, inputs, output, made))


class _Made(NamedTuple):
    modules: List[ModuleType]
    replace: bool
    compression: str


class _Job(NamedTuple):
    name: str
    kind: str
    function: Function
    combine: Optional[Combine]
    inputs: List[Any]
    output: Step
    made: _Made


def _check_callable(function: Any, what: str, count: int) -> None:
    if function is None:
        return
    if not callable(function):
        raise InvalidArgument(f"{what}= is {shown(function)}, which is no function")
    try:
        inspect.signature(function).bind(*[None] * count)
    except TypeError as e:
        takes = "values" if count == 1 else "key, values" if what == "reduce" else "key, value"
        raise InvalidArgument(f"{what}= is called as {what}({takes}), which the function does not accept: {e}") from e
    except ValueError:
        pass  # written in C, without a signature


def submit(link: Link, chain: Chain) -> Workflow:
    """Sends the functions that the coordinator does not have, and starts the workflow."""
    if not chain._jobs:
        raise InvalidArgument("this chain has no jobs; add some by run(...)")
    blobs: Dict[str, Blob] = {}
    jobs = [_spec(link, chain, job, blobs) for job in chain._jobs]
    _send(link, blobs)
    spec = {"name": chain._name, "jobs": jobs, "code": [], "parameters": {}, "loops": [], **chain._limits}
    try:
        return Workflow(link, link.ask("workflow.submit", spec), own=True)
    except KeyboardInterrupt:
        print(
            f"\nworkflow '{chain._name}' may have been submitted; see 'sss jobs', and cancel it by 'sss cancel ID'",
            file=sys.stderr,
        )
        raise
    except SssError as e:
        if e.remote_trace is not None or e.kind != "RETRYABLE":
            raise
        raise e.renamed(
            f"workflow '{chain._name}' was submitted, but there was no answer, so it may be running: check with 'sss"
            f" jobs' before you submit it again ({e})"
        ) from e


def _spec(link: Link, chain: Chain, job: _Job, blobs: Dict[str, Blob]) -> Dict[str, Any]:
    groups: List[Dict[str, Any]] = []
    types: Dict[str, Tuple[Any, Any]] = {}
    for each in job.inputs:
        name, key, value, names = _input(link, each)
        if name in types:
            raise InvalidArgument(f"job '{job.name}' has input '{name}' twice")
        types[name] = (key, value)
        groups.append(_group(name, *names, temporary=isinstance(each, Step) and each.temporary))
    out = job.output
    declared_types = [each for pair in (*types.values(), (out.key, out.value)) for each in pair]
    fields = declared.fields_of(declared_types)
    functions = Functions(job.kind, job.function, job.combine, types, (out.key, out.value), fields)
    files = []
    for name, blob in ((packing.WORKER, packing.worker()), (FUNCTIONS, packing.pickled(functions, job.made.modules))):
        blobs[blob.id] = blob
        files.append({"name": name, "blob": blob.id, "executable": False, "archive": False})
    output = _group(
        out.group, declared.of(out.key, True).name, declared.of(out.value).name, out.temporary, job.made.replace
    )
    return {
        "name": job.name,
        "kind": job.kind.upper(),
        "inputs": groups,
        "outputs": [dict(output, compression=job.made.compression)],
        "program": {
            "command": [chain._python or _NODE_PYTHON, packing.WORKER, packing.VERSION],
            "format": "framed",
            "files": files,
            # Sets have the same order in each attempt of a task.
            "environment": {"PYTHONHASHSEED": "0"},
        },
    }


def _input(link: Link, given: Any) -> Tuple[str, Any, Any, Tuple[str, str]]:
    """Returns name and types of an input, and the names of these types."""
    if isinstance(given, Step):
        return given.group, given.key, given.value, (declared.of(given.key).name, declared.of(given.value).name)
    if isinstance(given, str):
        found = GroupInfo(link.ask("group.get", {"name": check_name(given)}))
        return given, found.key_type, found.value_type, (found.key_type, found.value_type)
    key, value = given.declared_types
    return given.name, key, value, (declared.of(key).name, declared.of(value).name)


def _group(name: str, key: str, value: str, temporary: bool, replace: bool = False) -> Dict[str, Any]:
    return {
        "name": name,
        "keyType": key,
        "valueType": value,
        "hashed": True,
        "compression": "NONE",
        "inMemory": False,
        "temporary": temporary,
        "replace": replace and not temporary,
    }


def _send(link: Link, blobs: Dict[str, Blob]) -> None:
    missing = link.ask("blob.has", {"ids": list(blobs)}).get("ids") or []
    for id in missing:
        blob = blobs.get(str(id))
        if blob is None:
            raise NotFound(f"the coordinator asks for the blob {id}, which no job has")
        stream = link.coordinator().open("blob.put", to_json({"id": blob.id}))
        try:
            for at in range(0, len(blob.content), _FRAME_BYTES):
                stream.send(blob.content[at : at + _FRAME_BYTES])
            stream.end()
            stream.await_end(CALL_SECONDS)
        finally:
            stream.close()
