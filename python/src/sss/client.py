"""The client of a cluster, and its groups."""

from __future__ import annotations

import io
import os
from itertools import chain
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Type, Union

from . import declared, encoding, frames, lookups, reading
from .declared import TypeLike
from .encoding import Codec
from .errors import InvalidArgument, NotFound
from .jobs import Chain, Combine, Function, Input, submit
from .link import GroupInfo, Link, all_groups, default_address
from .reading import Range
from .wire import parse_address
from .workflows import Workflow, all_workflows
from .writing import Writer, check_name

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

_MISSING = object()


def connect(address: Optional[str] = None, token_file: Union[str, os.PathLike[str], None] = None) -> Client:
    """Connects to a cluster.

    ``address`` is the HOST:PORT of any node; without it, that of ``SSS_CLUSTER``, else 127.0.0.1:21200. ``token_file``
    is the file with the token of this user; without it, the one that ``SSS_TOKEN_FILE`` names, else ``sss/token`` in
    ``$XDG_CONFIG_HOME`` or ``~/.config``. ``SSS_SECURITY=off`` ignores tokens.

    Raises NodeUnreachable if no node answers there, and Unauthenticated if it does not accept the token.
    """
    return Client(Link(parse_address(address) if address is not None else default_address(), token_file))


class Client:
    """A client of one cluster. Thread-safe. Close it, or use it in a ``with`` block.

    A process that was forked from the one that connected cannot use it; it connects again.
    """

    def __init__(self, link: Link) -> None:
        self._link = link

    def groups(self) -> List[Group]:
        """Lists all groups, by name."""
        return [Group(self._link, info) for info in all_groups(self._link) if info.state != "WRITING"]

    def group(self, name: str, key: Optional[TypeLike] = None, value: Optional[TypeLike] = None) -> Group:
        """Returns a group, with types of your own, such as dataclasses for records.

        Raises NotFound if it does not exist, and TypeMismatch if it has other types.
        """
        info = GroupInfo(self._link.ask("group.get", {"name": check_name(name)}))
        return Group(self._link, info, key, value)

    def __getitem__(self, name: str) -> Group:
        return self.group(name)

    def __contains__(self, name: str) -> bool:
        try:
            self.group(name)
            return True
        except NotFound:
            return False

    def write(
        self,
        name: str,
        key: TypeLike,
        value: TypeLike,
        replace: bool = False,
        compression: str = "none",
    ) -> Writer:
        """Starts to write a new group. Use the writer in a ``with`` block, whose end commits the group.

        ``replace`` replaces a group of that name at the commit; else such a group is AlreadyExists. ``compression`` is
        ``"none"``, ``"lz4"`` or ``"zstd"``.
        """
        return Writer(self._link, name, declared.of(key, True), declared.of(value), replace, compression)

    def put(
        self,
        name: str,
        tuples: Union[Mapping[Any, Any], Iterable[Tuple[Any, Any]]],
        key: Optional[TypeLike] = None,
        value: Optional[TypeLike] = None,
        replace: bool = False,
        compression: str = "none",
    ) -> Group:
        """Writes a mapping, or pairs of key and value, as a new group; all of it becomes visible at once.

        The types of the first tuple count if none are given.
        """
        pairs = iter(tuples.items() if isinstance(tuples, Mapping) else tuples)
        if key is None or value is None:
            first = next(pairs, None)
            if first is None:
                raise InvalidArgument(f"group '{name}' gets no tuples, so its types are unknown; give key= and value=")
            key = declared.guess(first[0]) if key is None else key
            value = declared.guess(first[1]) if value is None else value
            pairs = chain([first], pairs)
        with self.write(name, key, value, replace, compression) as writer:
            writer.put_all(pairs)
        assert writer.committed is not None
        return Group(self._link, writer.committed, *_own_types(key, value))

    def put_frame(
        self,
        name: str,
        frame: Any,
        key: Union[str, List[str]],
        replace: bool = False,
        compression: str = "none",
    ) -> Group:
        """Writes a data frame of pandas or Polars, or a table of Arrow, as a new group.

        ``key`` is the column with the keys; several columns make a record. If one column is left, it has the values;
        several make a record. A column of a record with missing values becomes optional.
        """
        shape = frames.shape_of(frame, key)
        with self.write(name, shape.key, shape.value, replace, compression) as writer:
            writer.put_all(shape.tuples())
        assert writer.committed is not None
        return Group(self._link, writer.committed)

    def run(
        self,
        map: Optional[Function] = None,
        combine: Optional[Combine] = None,
        reduce: Optional[Function] = None,
        *,
        input: Union[Input, List[Input]],
        output: str,
        key: Any,
        value: Any,
        map_key: Any = None,
        map_value: Any = None,
        replace: bool = False,
        compression: str = "none",
        python: Optional[str] = None,
        modules: Iterable[ModuleType] = (),
        priority: int = 0,
        stall_timeout: Optional[float] = None,
    ) -> Workflow:
        """Starts a job of Python functions on the nodes. Returns at once; ``wait()`` waits for its end.

        ``map(key, value)`` is called for each tuple of the groups ``input``, ``reduce(key, values)`` for each key of
        what ``map`` returned, or of ``input`` without a ``map``. Both return or yield pairs of key and value, or return
        None; ``values`` is an iterator. ``combine(values)`` returns one value for some values of a key, such as
        ``sum``; it saves the shuffle of the others.

        ``key`` and ``value`` are the types of ``output``, ``map_key`` and ``map_value`` those between ``map`` and
        ``reduce``, by default the same. ``python`` is the Python of the nodes, by default their ``stream.python``; its
        version must be that of this process. ``modules`` are sent with the functions; modules that are not installed,
        of which the functions are, are sent without it. ``stall_timeout`` are the seconds that one call may take.
        """
        chain = Chain(output, python, priority, stall_timeout)
        chain.run(
            map,
            combine,
            reduce,
            input=input,
            output=output,
            key=key,
            value=value,
            map_key=map_key,
            map_value=map_value,
            replace=replace,
            compression=compression,
            modules=modules,
        )
        return self.submit(chain)

    def submit(self, chain: Chain) -> Workflow:
        """Starts a chain of jobs as one workflow. Returns at once."""
        return submit(self._link, chain)

    def drop(self, name: str) -> None:
        """Deletes a group. Raises NotFound if it does not exist."""
        info = GroupInfo(self._link.ask("group.get", {"name": check_name(name)}))
        self._link.ask("group.drop", {"name": name, "id": info.id})

    def rename(self, name: str, to: str, replace: bool = False) -> None:
        """Renames a group."""
        self._link.ask("group.rename", {"from": check_name(name), "to": check_name(to), "replace": replace})

    def workflows(self) -> List[Workflow]:
        """Lists the workflows that the coordinator knows, the newest first."""
        return all_workflows(self._link)

    def workflow(self, id: str) -> Workflow:
        """Returns one workflow. Raises NotFound if the coordinator does not know it, or no longer."""
        return Workflow(self._link, self._link.ask("workflow.get", {"name": id}))

    @property
    def nodes(self) -> List[str]:
        """The HOST:PORT of all nodes, by number."""
        return [str(node.server) for node in self._link.map.nodes]

    @property
    def version(self) -> str:
        """The version of SSS that the cluster runs."""
        return self._link.version

    def close(self) -> None:
        """Closes all connections. Idempotent."""
        self._link.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SSS cluster at {self.nodes[0]}, {len(self.nodes)} nodes>"


def _own_types(key: TypeLike, value: TypeLike) -> Tuple[Optional[TypeLike], Optional[TypeLike]]:
    return (None if isinstance(key, str) else key), (None if isinstance(value, str) else value)


class Group:
    """A stored group, as of the call that returned it. Thread-safe.

    ``len(group)`` is the number of its tuples, and iterating yields them as pairs of key and value, in key order. A key
    may have several values: ``group[key]`` and ``group.get(key)`` are for keys with one, ``group.get_all(key)`` for
    all of them.

    Records are dicts, unless the group was asked for with a dataclass. Values that Python cannot decode, such as those
    of a codec of a Java program, are bytes.
    """

    def __init__(
        self, link: Link, info: GroupInfo, key: Optional[TypeLike] = None, value: Optional[TypeLike] = None
    ) -> None:
        self._link = link
        self._info = info
        #: Of keys and values, as they were asked for.
        self.declared_types = (info.key_type if key is None else key, info.value_type if value is None else value)
        self._keys = _codec(info.key_type, key, "keys", info.name)
        self._values = _codec(info.value_type, value, "values", info.name)

    @property
    def name(self) -> str:
        """The name of the group."""
        return self._info.name

    @property
    def key_type(self) -> str:
        """The name of the type of its keys, such as ``string``."""
        return self._info.key_type

    @property
    def value_type(self) -> str:
        """The name of the type of its values."""
        return self._info.value_type

    @property
    def info(self) -> Dict[str, Any]:
        """All that the coordinator says about it, as ``sss group ls --json`` prints."""
        return dict(self._info.json)

    def __len__(self) -> int:
        return self._info.tuples

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, key: Any) -> Any:
        found = self.get(key, _MISSING)
        if found is _MISSING:
            raise NotFound(f"group '{self.name}' has no key {key!r}")
        return found

    def get(self, key: Any, default: Any = None) -> Any:
        """Returns the value of a key, or ``default``. Raises InvalidArgument if the key has several."""
        values = self.get_all(key)
        if len(values) > 1:
            raise InvalidArgument(
                f"the key {key!r} of group '{self.name}' has {len(values)} values; read them by get_all(key)"
            )
        return values[0] if values else default

    def get_all(self, key: Any) -> List[Any]:
        """Returns all values of a key, in the order in which they were written; empty if there is none."""
        return self.get_many([key])[0]

    def get_many(self, keys: Iterable[Any]) -> List[List[Any]]:
        """Returns the values of many keys, a list for each. Much faster than one by one."""
        encoded = [self._keys.encode(key) for key in keys]
        decode = self._values.decode
        found = lookups.lookup(self._link, self._info.check_whole(), encoded)
        return [[decode(value) for value in values] for values in found]

    def __contains__(self, key: Any) -> bool:
        return bool(lookups.lookup(self._link, self._info.check_whole(), [self._keys.encode(key)])[0])

    def open(self, key: Any) -> io.BufferedReader:
        """Returns the encoded first value of a key as a file: of bytes and strings, their content.

        Buffers about 2 MiB of a value of any size. Close it. Raises NotFound if there is no such key.
        """
        encoded = self._keys.encode(key)
        info = self._info.check_whole()
        for subgroup in reading.subgroups_of_key(self._link, info, encoded):
            reader = reading.SubgroupReader(self._link, info, subgroup, reading.only(encoded))
            pieces = reader.pieces()
            first = next(pieces, None)
            if first is not None:
                return io.BufferedReader(_Value(reader, chain([first], pieces)))
            reader.close()
        raise NotFound(f"group '{self.name}' has no key {key!r}")

    def items(
        self, prefix: Any = None, start: Any = None, stop: Any = None, limit: Optional[int] = None, ordered: bool = True
    ) -> Iterator[Tuple[Any, Any]]:
        """Yields pairs of key and value, in key order, with bounded memory.

        ``prefix``: only keys that start with it (strings and bytes). ``start``, ``stop``: only keys at or above, and
        below. ``limit``: at most so many. ``ordered=False`` is faster: in key order only within each subgroup.
        """
        limits = self._range(prefix, start, stop)
        decode_key, decode_value = self._keys.decode, self._values.decode
        info = self._info.check_whole()
        left = -1 if limit is None else max(0, limit)
        if left == 0:
            return
        pairs = reading.merged(self._link, info, limits) if ordered else self._unordered(limits)
        try:
            for key, value in pairs:
                yield decode_key(key), decode_value(value)
                left -= 1
                if left == 0:
                    return
        finally:
            pairs.close()  # type: ignore[attr-defined]

    def _unordered(self, limits: Range) -> Iterator[Tuple[bytes, bytes]]:
        for keys, values in reading.batches(self._link, self._info, limits):
            yield from zip(keys, values)

    def __iter__(self) -> Iterator[Tuple[Any, Any]]:
        return self.items()

    def batches(self, prefix: Any = None, start: Any = None, stop: Any = None) -> Iterator[Tuple[List[Any], List[Any]]]:
        """Yields lists of keys and of values, some hundred at a time; subgroup after subgroup. The fastest loop."""
        decode_key, decode_value = self._keys.decode, self._values.decode
        info = self._info.check_whole()
        for keys, values in reading.batches(self._link, info, self._range(prefix, start, stop)):
            yield list(map(decode_key, keys)), list(map(decode_value, values))

    def _range(self, prefix: Any, start: Any, stop: Any) -> Range:
        limits = Range(
            None if start is None else self._keys.encode(start), None if stop is None else self._keys.encode(stop)
        )
        return limits if prefix is None else limits.of_prefix(self._keys.encode(prefix))

    def to_arrow(self, key: str = "key", value: str = "value", **limits: Any) -> pyarrow.Table:
        """Returns a table of Arrow, in key order within each subgroup. Needs ``sss-client[arrow]``.

        Columns are ``key`` and ``value``; a record has a column for each field instead. ``key=`` and ``value=`` give
        other names; ``prefix=``, ``start=`` and ``stop=`` are as in ``items``.
        """
        return frames.to_arrow(self._raw(**limits), self.key_type, self.value_type, (key, value))

    def to_pandas(self, key: str = "key", value: str = "value", **limits: Any) -> pandas.DataFrame:
        """Returns a data frame of pandas; see ``to_arrow``. Needs ``sss-client[pandas]``."""
        return frames.to_pandas(self._raw(**limits), self.key_type, self.value_type, (key, value))

    def to_polars(self, key: str = "key", value: str = "value", **limits: Any) -> polars.DataFrame:
        """Returns a data frame of Polars; see ``to_arrow``. Needs ``sss-client[polars]``."""
        return frames.to_polars(self._raw(**limits), self.key_type, self.value_type, (key, value))

    def _raw(self, prefix: Any = None, start: Any = None, stop: Any = None) -> Iterator[reading.Batch]:
        return reading.batches(self._link, self._info.check_whole(), self._range(prefix, start, stop))

    def __repr__(self) -> str:
        return f"<group '{self.name}' ({self.key_type}, {self.value_type}), {len(self)} tuples>"


def _codec(stored: str, wanted: Optional[TypeLike], what: str, group: str) -> Codec:
    if wanted is None:
        return encoding.by_name(stored)
    return declared.check_declared(declared.of(wanted), stored, what, group)


class _Value(io.RawIOBase):
    """The pieces of one value as a file."""

    def __init__(self, reader: reading.SubgroupReader, pieces: Iterator[bytes]) -> None:
        self._reader = reader
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        count = min(len(into), len(self._rest))
        into[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count

    def close(self) -> None:
        self._reader.close()
        super().close()
