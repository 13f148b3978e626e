"""Look-ups of single keys: requests of many keys to each node, and to other nodes for what one does not answer."""

from __future__ import annotations

import struct
from collections import defaultdict
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from . import blocks
from .errors import Protocol, SssError
from .link import Copies, GroupInfo, Link, Node
from .reading import WINDOW, SubgroupReader, explained, incomplete, only
from .wire import Stream

_MAX_REQUEST_BYTES = 98_304
_REQUEST_HEAD = 28
_REQUESTS_AT_ONCE = 8
_NOTHING_HERE = 0xFFFFFFFF
_TOO_LARGE = 0xFFFFFFFE


class _Lookup:
    """One key in one subgroup."""

    def __init__(self, subgroup: int, key: bytes) -> None:
        self.subgroup = subgroup
        self.key = key
        self.values: List[bytes] = []


def lookup(link: Link, group: GroupInfo, keys: Sequence[bytes]) -> List[List[bytes]]:
    """Returns the values of each key, in the order in which they were written."""
    subgroups = range(link.map.subgroups)
    asked: Dict[bytes, List[_Lookup]] = {}
    for key in keys:
        if len(key) > 65535:
            asked[key] = []
        elif key not in asked:
            places = [blocks.subgroup(key, len(subgroups))] if group.hashed else list(subgroups)
            asked[key] = [_Lookup(place, key) for place in places]
    left = [each for lookups in asked.values() for each in lookups]
    copies = {each.subgroup: Copies(link, group, each.subgroup) for each in left}
    while left:
        left = _ask_nodes(link, group, left, copies)
    return [[value for each in asked[key] for value in each.values] for key in keys]


def _ask_nodes(link: Link, group: GroupInfo, lookups: List[_Lookup], copies: Dict[int, Copies]) -> List[_Lookup]:
    """Asks each node for its keys, some requests at once. Returns those to ask another node for."""
    by_node: Dict[Node, List[_Lookup]] = defaultdict(list)
    for each in sorted(lookups, key=lambda one: (one.subgroup, one.key)):
        by_node[copies[each.subgroup].node].append(each)
    requests = [(node, part) for node, mine in by_node.items() for part in _requests(mine)]
    failed: List[_Lookup] = []
    for at in range(0, len(requests), _REQUESTS_AT_ONCE):
        asked: List[Tuple[Node, List[_Lookup], Optional[Stream], Optional[SssError]]] = []
        try:
            for node, part in requests[at : at + _REQUESTS_AT_ONCE]:
                try:
                    asked.append((node, part, _send(link, group, node, part), None))
                except SssError as e:
                    asked.append((node, part, None, e))
            for node, part, stream, error in asked:
                failed += _answered(link, group, (node, part, stream, error), copies)
        finally:
            for _, _, stream, _ in asked:
                if stream is not None:
                    stream.close()
    return failed


def _answered(
    link: Link,
    group: GroupInfo,
    request: Tuple[Node, List[_Lookup], Optional[Stream], Optional[SssError]],
    copies: Dict[int, Copies],
) -> List[_Lookup]:
    node, part, stream, error = request
    if stream is not None:
        try:
            _receive(link, group, stream, part)
            for subgroup in {each.subgroup for each in part}:
                copies[subgroup].answered()
            return []
        except SssError as e:
            error = e
    assert error is not None
    named = error.renamed(f"reading keys of {group} at {node.data} of {node}: {error}")
    for subgroup in {each.subgroup for each in part}:
        if copies[subgroup].node == node:
            try:
                copies[subgroup].next(named)
            except SssError as e:
                raise explained(link, group, e) from error
    for each in part:
        each.values.clear()
    return part


def _requests(lookups: List[_Lookup]) -> Iterator[List[_Lookup]]:
    part: List[_Lookup] = []
    size = _REQUEST_HEAD
    for each in lookups:
        more = 6 + len(each.key)
        if part and size + more > _MAX_REQUEST_BYTES:
            yield part
            part, size = [], _REQUEST_HEAD
        part.append(each)
        size += more
    if part:
        yield part


def _send(link: Link, group: GroupInfo, node: Node, lookups: List[_Lookup]) -> Stream:
    header = [struct.pack(">Q", group.id), bytes.fromhex(group.identity), struct.pack(">I", len(lookups))]
    for each in lookups:
        header += (struct.pack(">IH", each.subgroup, len(each.key)), each.key)
    return link.connection(node.data).open("data.get", b"".join(header), window=WINDOW, end=True)


def _receive(link: Link, group: GroupInfo, stream: Stream, lookups: List[_Lookup]) -> None:
    answers = GetAnswer(stream)
    found: List[Tuple[_Lookup, Optional[List[bytes]]]] = []
    for each in lookups:
        values = answers.next()
        if values == _NOTHING_HERE:
            _check_empty(link, group, each.subgroup)
        elif values == _TOO_LARGE:
            found.append((each, None))
        elif isinstance(values, list):
            each.values = values
    answers.check_end()
    for each, _ in found:
        reader = SubgroupReader(link, group, each.subgroup, only(each.key))
        try:
            each.values = [value for _, values in reader.batches() for value in values]
        finally:
            reader.close()


class GetAnswer:
    """Splits the answer to a data.get."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._frame = b""
        self._at = 0
        self._ended = False

    def next(self) -> Any:
        """Returns the values of the next key, or the number that says why there are none."""
        if self._at >= len(self._frame) and not self._next_frame():
            raise _malformed("it ends before the last key")
        count = self._int()
        if count in (_NOTHING_HERE, _TOO_LARGE):
            return count
        if count > (len(self._frame) - self._at) // 4:
            raise _malformed(f"a key has {count} values in {len(self._frame) - self._at} bytes")
        return [self._value() for _ in range(count)]

    def check_end(self) -> None:
        if self._at < len(self._frame) or self._next_frame():
            raise _malformed("it continues after the last key")

    def _value(self) -> bytes:
        size = self._int()
        if size > len(self._frame) - self._at:
            raise _malformed(f"a value has {size} bytes, of which {len(self._frame) - self._at} are received")
        start = self._at
        self._at += size
        return self._frame[start : self._at]

    def _int(self) -> int:
        if len(self._frame) - self._at < 4:
            raise _malformed("a number is cut")
        self._at += 4
        return int.from_bytes(self._frame[self._at - 4 : self._at], "big")

    def _next_frame(self) -> bool:
        self._at = 0
        self._frame = b""
        if self._ended:
            return False
        frame = self._stream.take()
        if frame is None:
            self._ended = True
            frame = self._stream.trailer
        self._frame = frame
        return bool(frame)


def _malformed(what: str) -> Protocol:
    return Protocol(f"the answer of a data server is malformed: {what}")


def _check_empty(link: Link, group: GroupInfo, subgroup: int) -> None:
    """A node without tuples of a subgroup may have lost them; what was committed reveals that."""
    expected = group.expected(subgroup)
    if expected is None:
        stored = 0
        for node in link.map.nodes:
            answer = link.connection(node.data).call("data.stat", {"group": group.id, "identity": group.identity})
            stored += sum(int(each.get("tuples", 0)) for each in answer.get("subgroups") or [])
        expected = group.tuples - stored
    if expected != 0:
        raise incomplete(link, group, f"subgroup {subgroup} is gone")
