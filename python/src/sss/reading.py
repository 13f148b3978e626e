"""Scans of groups: subgroups in key order, one after another or merged.

A scan continues at another node that has a copy if its node fails, and at the same node after a pause that was too long
for it. Nothing is returned twice.
"""

from __future__ import annotations

import base64
import heapq
import time
from bisect import bisect_left
from operator import itemgetter
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

from . import blocks
from .errors import Corrupt, NodeUnreachable, NotFound, SssError, Timeout
from .link import Copies, GroupInfo, Link, Node
from .wire import Stream, from_json, parsing, to_json

FRAME_BYTES = 256 << 10
_MIN_FRAME_BYTES = 32 << 10
WINDOW = 1 << 20
_AHEAD = 2
_MERGE_BYTES = 32 << 20
_REST_SECONDS = 0.5
_MAX_RESUMES = 3

#: Keys and values of some tuples, in key order.
Batch = Tuple[List[bytes], List[bytes]]


class Range(NamedTuple):
    """Encoded keys at or above ``start`` and below ``stop``; None is no bound."""

    start: Optional[bytes] = None
    stop: Optional[bytes] = None

    def of_prefix(self, prefix: bytes) -> Range:
        """Returns the part of this range whose keys start with ``prefix``."""
        rest = prefix.rstrip(b"\xff")
        stop = rest[:-1] + bytes((rest[-1] + 1,)) if rest else None
        return self.and_also(Range(prefix, stop))

    def and_also(self, other: Range) -> Range:
        starts = [each for each in (self.start, other.start) if each is not None]
        stops = [each for each in (self.stop, other.stop) if each is not None]
        return Range(max(starts, default=None), min(stops, default=None))

    def is_all(self) -> bool:
        return self.start is None and self.stop is None


def only(key: bytes) -> Range:
    """Returns the range of one key."""
    return Range(key, key + b"\0")


class _Scan:
    """The blocks of one data.scan at one node, with the comparison of what arrived with what was sent."""

    def __init__(self, link: Link, group: GroupInfo, subgroup: int, node: Node, range: Range, form: _Form) -> None:
        self._what = f"reading subgroup {subgroup} of {group} at {node.data} of {node}"
        self._link = link
        self._node = node
        self._request: Dict[str, Any] = {
            "group": group.id,
            "subgroup": subgroup,
            "ordered": True,
            "from": _base64(range.start),
            "to": _base64(range.stop),
            "frameBytes": form.frame_bytes,
            "checks": "CLIENT",
            "identity": group.identity,
            "onNode": group.expected_on(node.id),
            "expected": group.expected(subgroup),
        }
        self.opened = time.monotonic()
        self.blocks = 0
        self._tuples = 0
        self._data_bytes = 0
        self._unspecified = False
        try:
            connection = link.connection(node.data)
            self._stream: Stream = connection.open("data.scan", to_json(self._request), form.window, end=True)
        except SssError as e:
            raise e.renamed(f"{self._what}: {e}") from e

    def __iter__(self) -> Iterator[blocks.Block]:
        try:
            while True:
                frame = self._stream.take()
                if frame is None:
                    self._check_end()
                    return
                yield from self._decoded(frame)
        except SssError as e:
            raise e.renamed(f"{self._what}: {e}") from e
        finally:
            self.close()

    def _decoded(self, frame: bytes) -> Iterator[blocks.Block]:
        try:
            for each in blocks.split_frame(frame):
                block = blocks.decode(each)
                self.blocks += 1
                self._tuples += block.tuples
                self._data_bytes += block.data_bytes
                self._unspecified |= block.data_bytes == 0
                yield block
        except Corrupt as e:
            raise self._located(e) from e

    def _located(self, found: Corrupt) -> SssError:
        """The node may have sent the block without reading it: it is asked to compare, and its error names the file."""
        stream: Optional[Stream] = None
        try:
            request = dict(self._request, checks="BOTH", onNode=None, expected=None)
            stream = self._link.connection(self._node.data).open("data.scan", to_json(request), end=True)
            while stream.take() is not None:
                pass
        except Corrupt as e:
            return e
        except SssError as e:
            return found.renamed(
                f"{found}. The file on the data server is unknown, since the request for it failed: {e}"
            )
        finally:
            if stream is not None:
                stream.close()
        return found.renamed(
            f"{found}. The data server has compared all checksums of this scan since then and found no damage in its"
            " files, so the block was damaged in transit: read it again; if the error returns, check the memory and the"
            " network of both machines"
        )

    def _check_end(self) -> None:
        sent = from_json(self._stream.trailer, "the end of a scan")
        with parsing("the end of a scan"):
            count, tuples = int(sent.get("blocks", 0)), int(sent.get("tuples", 0))
            data_bytes = self._data_bytes if sent.get("dataBytes") is None else int(sent["dataBytes"])
        if count == self.blocks and tuples == self._tuples:
            if data_bytes == self._data_bytes or (self._unspecified and self._data_bytes < data_bytes):
                return
        raise Corrupt(
            f"the data server has {count} blocks with {tuples} tuples of {data_bytes} bytes, but {self.blocks} blocks"
            f" with {self._tuples} tuples of {self._data_bytes} bytes were received: tuples are lost or duplicated."
            " Read it again; if the error returns, drop the group and run the job that wrote it again"
        )

    def close(self) -> None:
        self._stream.close()


class _Form(NamedTuple):
    """How much of a scan waits in this process."""

    frame_bytes: int = FRAME_BYTES
    window: int = WINDOW


_WIDE = _Form()


class SubgroupReader:
    """The tuples of one subgroup within a range, in key order. Opens its scan at once."""

    def __init__(self, link: Link, group: GroupInfo, subgroup: int, range: Range, form: _Form = _WIDE) -> None:
        self._link = link
        self._group = group
        self._subgroup = subgroup
        self._range = range
        self._form = form
        self._copies = Copies(link, group, subgroup)
        self._last: Optional[bytes] = None
        self._seen = 0  # values of the last key that were returned
        self._advanced = False  # whether something was returned since the scan was opened
        self._resumes = 0  # at this node since then
        self._scan = self._open(range)

    def _open(self, range: Range) -> _Scan:
        while True:
            try:
                return _Scan(self._link, self._group, self._subgroup, self._copies.node, range, self._form)
            except SssError as e:
                self._copies.next(e)

    def batches(self) -> Iterator[Batch]:
        """Yields whole tuples, block by block."""
        whole = _Values()
        for block in self._blocks(whole):
            keys, values = whole.of(block)
            start = bisect_left(keys, self._range.start) if self._range.start else 0
            stop = len(keys) if self._range.stop is None else bisect_left(keys, self._range.stop)
            if start or stop < len(keys):
                keys, values = keys[start:stop], values[start:stop]
            if keys:
                self._advanced = True
                self._count(keys)
                yield keys, values
        whole.check_end()

    def pieces(self) -> Iterator[bytes]:
        """Yields the pieces of the first value of the range, which is that of one key."""
        done = 0
        skip = 0
        restarts = _Values()
        for block in self._blocks(restarts):
            if restarts.restarted:
                restarts.restarted = False
                skip = done
            for i, (key, value) in enumerate(zip(block.keys, block.values)):
                if key != self._range.start:
                    continue
                done += max(0, len(value) - skip)
                part = value[skip:]
                skip = max(0, skip - len(value))
                if part or not value:
                    self._advanced = True
                    yield part
                if i < len(block.keys) - 1 or not block.flags & blocks.CONTINUES_IN_NEXT:
                    return

    def _count(self, keys: List[bytes]) -> None:
        last = keys[-1]
        same = len(keys) - bisect_left(keys, last)
        self._seen = self._seen + same if last == self._last and same == len(keys) else same
        self._last = last

    def _blocks(self, whole: _Values) -> Iterator[blocks.Block]:
        """Yields the blocks of scans that continue each other."""
        while True:
            try:
                for block in self._scan:
                    self._copies.answered()
                    yield block
                self._copies.answered()
                return
            except SssError as e:
                self._resume(e, whole)

    def _resume(self, error: SssError, whole: _Values) -> None:
        self._resumes = 0 if self._advanced else self._resumes + 1
        paused = self._advanced or time.monotonic() - self._scan.opened > _REST_SECONDS
        if not (isinstance(error, (Timeout, NodeUnreachable)) and paused and self._resumes < _MAX_RESUMES):
            try:
                self._copies.next(error)
            except SssError as e:
                raise explained(self._link, self._group, e) from error
        start = self._range.start if self._last is None else self._last
        self._advanced = False
        self._scan = self._open(Range(start, self._range.stop))
        whole.restart(self._last, self._seen)

    def close(self) -> None:
        """Ends the scan. Idempotent."""
        self._scan.close()


class _Values:
    """Joins the pieces of large values, and skips what was returned before a scan continued."""

    def __init__(self) -> None:
        self._pieces: List[bytes] = []
        self._bytes = 0
        self._key: Optional[bytes] = None
        self._skip = 0
        self.restarted = False

    def restart(self, key: Optional[bytes], skip: int) -> None:
        self._pieces = []
        self._bytes = 0
        self._key = key
        self._skip = skip
        self.restarted = True

    def of(self, block: blocks.Block) -> Batch:
        """Returns the tuples that end in a block."""
        keys, values = block.keys, block.values
        if block.flags or self._pieces:
            keys, values = self._joined(block)
        if self._key is not None:
            keys, values = self._rest(keys, values)
        return keys, values

    def _joined(self, block: blocks.Block) -> Batch:
        keys, values = list(block.keys), list(block.values)
        if bool(self._pieces) != bool(block.flags & blocks.CONTINUES_PREVIOUS) or not keys:
            raise Corrupt("a value in pieces does not continue in the next block")
        if self._pieces:
            self._add(values[0])
            if len(values) > 1 or not block.flags & blocks.CONTINUES_IN_NEXT:
                values[0] = b"".join(self._pieces)
                self._pieces, self._bytes = [], 0
            else:
                return [], []
        if block.flags & blocks.CONTINUES_IN_NEXT:
            self._add(values.pop())
            keys.pop()
        return keys, values

    def _add(self, piece: bytes) -> None:
        self._pieces.append(piece)
        self._bytes += len(piece)
        if self._bytes > 1 << 30:
            raise Corrupt("a value in pieces is above 1 GiB")

    def _rest(self, keys: List[bytes], values: List[bytes]) -> Batch:
        """Drops the tuples below the key at which the scan continues, and those of it that were returned."""
        assert self._key is not None
        at = bisect_left(keys, self._key)
        while self._skip and at < len(keys) and keys[at] == self._key:
            at += 1
            self._skip -= 1
        if at < len(keys):
            if self._skip:
                raise Corrupt(f"of the tuples that were read, {self._skip} are missing now")
            self._key = None
        return keys[at:], values[at:]

    def check_end(self) -> None:
        if self._pieces:
            raise Corrupt("the last value of a run is cut")
        if self._key is not None and self._skip:
            raise Corrupt(f"of the tuples that were read, {self._skip} are missing now")


def subgroups_of(link: Link, group: GroupInfo) -> List[int]:
    """Returns the subgroups to read: those with tuples, if that is known."""
    return [s for s in range(link.map.subgroups) if group.expected(s) != 0]


def batches(link: Link, group: GroupInfo, limits: Range) -> Iterator[Batch]:
    """Yields all tuples in a range, one subgroup after another; the next scans are under way meanwhile."""
    left = iter(subgroups_of(link, group))
    ahead: List[SubgroupReader] = []
    count = 0
    try:
        while True:
            while len(ahead) < _AHEAD:
                subgroup = next(left, None)
                if subgroup is None:
                    break
                ahead.append(SubgroupReader(link, group, subgroup, limits))
            if not ahead:
                break
            for batch in ahead[0].batches():
                count += len(batch[0])
                yield batch
            ahead.pop(0).close()
    finally:
        for reader in ahead:
            reader.close()
    _check_count(link, group, limits, count)


def merged(link: Link, group: GroupInfo, limits: Range) -> Iterator[Tuple[bytes, bytes]]:
    """Yields all tuples in a range in key order. Buffers a window of each subgroup."""
    subgroups = subgroups_of(link, group)
    share = _MERGE_BYTES // max(1, len(subgroups))
    form = _Form(max(_MIN_FRAME_BYTES, min(FRAME_BYTES, share)), min(WINDOW, share))
    readers: List[SubgroupReader] = []
    count = 0
    try:
        readers += (SubgroupReader(link, group, subgroup, limits, form) for subgroup in subgroups)
        for pair in heapq.merge(*map(_pairs, readers), key=itemgetter(0)):
            count += 1
            yield pair
    finally:
        for reader in readers:
            reader.close()
    _check_count(link, group, limits, count)


def _pairs(reader: SubgroupReader) -> Iterator[Tuple[bytes, bytes]]:
    for keys, values in reader.batches():
        yield from zip(keys, values)


def _check_count(link: Link, group: GroupInfo, limits: Range, tuples: int) -> None:
    if limits.is_all() and tuples != group.tuples:
        raise incomplete(link, group, f"{tuples} are there")


def incomplete(link: Link, group: GroupInfo, found: str) -> SssError:
    """Returns the error for missing tuples."""
    if not link.exists(group):
        return NotFound(f"{group} was dropped")
    return Corrupt(
        f"{group} was committed with {group.tuples} tuples, but {found}: files are missing. Check that data.dir of each"
        " node is unchanged, or drop the group and write it again"
    )


def explained(link: Link, group: GroupInfo, error: SssError) -> SssError:
    """A dropped group looks like a loss to nodes that were restarted."""
    if isinstance(error, Corrupt) and not link.exists(group):
        return NotFound(f"{group} was dropped")
    return error


def _base64(key: Optional[bytes]) -> Optional[str]:
    return None if key is None else base64.b64encode(key).decode()


def subgroups_of_key(link: Link, group: GroupInfo, key: bytes) -> List[int]:
    """Returns the subgroups in which a key may be."""
    return [blocks.subgroup(key, link.map.subgroups)] if group.hashed else subgroups_of(link, group)
