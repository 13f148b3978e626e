"""The connections of one client to the nodes of one cluster, and where its groups are."""

from __future__ import annotations

import base64
import os
import threading
import time
import warnings
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Set, TypeVar, Union

from . import tokens
from .connection import Connection, open_connection
from .errors import (
    Closed,
    Corrupt,
    InvalidArgument,
    NodeUnreachable,
    NotFound,
    Overloaded,
    Protocol,
    SssError,
    Timeout,
    Unauthenticated,
)
from .wire import CALL_SECONDS, Address, copy_of, parse_address, parsing

DEFAULT_PORT = 21200
_MAX_REFUSALS = 10
_SUSPECT_SECONDS = 30.0
_MAX_COUNT_BYTES = 9
_OF_NODES = {
    "NODE_UNREACHABLE",
    "TIMEOUT",
    "OVERLOADED",
    "CLOSED",
    "HEAP_FULL",
    "NOT_FOUND",
    "STORAGE",
    "CORRUPT",
}

_T = TypeVar("_T")


class Node(NamedTuple):
    """A node of the cluster."""

    id: int
    server: Address
    data: Address

    def __str__(self) -> str:
        return f"node {self.id}"


class GroupInfo:
    """What the coordinator says about a group. Immutable."""

    def __init__(self, message: Dict[str, Any]) -> None:
        with parsing("the description of a group"):
            self._parse(message)

    def _parse(self, message: Dict[str, Any]) -> None:
        self.json = message
        self.id = int(_required(message, "id"))
        self.name = str(_required(message, "name"))
        self.key_type = str(_required(message, "keyType"))
        self.value_type = str(_required(message, "valueType"))
        self.identity = str(message.get("identity") or "0" * 32)
        self.hashed = bool(message.get("hashed", False))
        self.state = str(message.get("state", "READY"))
        self.tuples = int(message.get("tuples", 0))
        placement = message.get("placement")
        self.table = int(placement.get("table", 0)) if placement else 0
        self.copies = int(placement.get("copies", 1)) if placement else 1
        subgroups = message.get("subgroups")
        #: Tuples of each subgroup; None for groups of earlier versions.
        self.counts = None if subgroups is None else _unpacked(str(subgroups.get("packed", "")))
        self.node_tuples = [int(count) for count in message.get("nodeTuples") or []]

    def __str__(self) -> str:
        return f"group '{self.name}' (number {self.id})"

    def expected(self, subgroup: int) -> Optional[int]:
        """Returns how many tuples of a subgroup were committed; None if that is unknown."""
        if self.counts is None:
            return None
        return self.counts[subgroup] if subgroup < len(self.counts) else 0

    def expected_on(self, node: int) -> Optional[int]:
        """Returns how many tuples a node has committed, if only that is known."""
        known = self.counts is None and not self.table and node < len(self.node_tuples)
        return self.node_tuples[node] if known else None

    def check_whole(self) -> GroupInfo:
        """Raises if nodes have lost tuples of the group."""
        if self.state != "INCOMPLETE":
            return self
        lost = self.json.get("lost") or []
        memory = bool(lost) and all(each.get("inMemory") for each in lost)
        where = "; ".join(
            f"node {each.get('node', 0)} has lost {each.get('tuples', 0)} tuples ({each.get('why') or 'unknown'})"
            for each in lost
        )
        start = "Drop" if memory else "Start the node with the disk (data.dir) that has them, or drop"
        message = (
            f"{self} was committed with {self.tuples} tuples and is incomplete: {where}. {start} the group"
            f" ('sss group rm {self.name}') and run the job that wrote it again"
        )
        raise (NotFound if memory else Corrupt)(message)


def _required(message: Dict[str, Any], name: str) -> Any:
    value = message.get(name)
    if value is None:
        if name in ("id", "subgroupCount", "port"):
            return 0
        raise Protocol(f"a message lacks the property '{name}'; client and server differ in version")
    return value


def _unpacked(text: str) -> List[int]:
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError as e:
        raise Protocol(f"'{text[:40]}' is not a list of the numbers of tuples of subgroups") from e
    counts: List[int] = []
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if shift > 7 * _MAX_COUNT_BYTES:
            raise Protocol("a number of tuples is too long")
        if byte < 128:
            counts.append(number)
            number = shift = 0
    if shift:
        raise Protocol(f"'{text[:40]}' is cut within a number")
    return counts


class ClusterMap:
    """Nodes, number of subgroups, and tables of places. Immutable."""

    def __init__(self, message: Dict[str, Any]) -> None:
        with parsing("the map of the cluster"):
            self._parse(message)

    def _parse(self, message: Dict[str, Any]) -> None:
        self.nodes = [_node(each) for each in _required(message, "nodes")]
        self.subgroups = int(message.get("subgroupCount", 0))
        self.active = int(message.get("active", 0))
        self.tables: Dict[int, Any] = {}
        if not 1 <= len(self.nodes) <= 256 or not 1 <= self.subgroups <= 1 << 20:
            raise Protocol(f"a cluster has {len(self.nodes)} nodes and {self.subgroups} subgroups")
        if [node.id for node in self.nodes] != list(range(len(self.nodes))):
            raise Protocol("the nodes of the cluster are not numbered from 0")
        for table in message.get("tables") or []:
            copies = int(table.get("copies", 0))
            holders = base64.b64decode(str(table.get("holders", "")))
            if copies < 1 or len(holders) != copies * self.subgroups:
                raise Protocol(f"table of places {table.get('number')} is malformed")
            self.tables[int(table.get("number", 0))] = [
                list(holders[at : at + copies]) for at in range(0, len(holders), copies)
            ]

    def holders(self, table: int, copies: int, subgroup: int) -> List[Node]:
        """Returns the nodes with a subgroup, the owner first. Raises NotFound if this map is older than the table."""
        if table == 0:
            return [self.nodes[subgroup % len(self.nodes)]]
        if table not in self.tables:
            raise NotFound(f"this map of the cluster has no table of places {table}")
        numbers = self.tables[table][subgroup][:copies]
        if max(numbers) >= len(self.nodes):
            raise Protocol(f"table of places {table} names node {max(numbers)}, which does not exist")
        return [self.nodes[number] for number in numbers]


def _node(message: Dict[str, Any]) -> Node:
    def address(name: str) -> Address:
        found = _required(message, name)
        return Address(str(_required(found, "host")), int(found.get("port", 0)))

    return Node(int(message.get("id", 0)), address("server"), address("data"))


class Link:
    """Connections to the nodes, opened when needed. Thread-safe."""

    def __init__(self, first: Address, token_file: Union[str, os.PathLike[str], None]) -> None:
        self._token_file = token_file
        self._connections: Dict[Address, Connection] = {}
        self._lock = threading.Lock()
        self._connecting: Dict[Address, threading.Lock] = {}
        self._closed = False
        self._suspected: Dict[int, float] = {}
        self._pid = os.getpid()
        try:
            answer = self._first_answer(first)
        except SssError as e:
            self.close()
            raise _unreachable(first, e, token_file is None) from e
        self.map = ClusterMap(answer)
        self.version = str(answer.get("version", ""))

    def _first_answer(self, first: Address) -> Dict[str, Any]:
        for attempt in range(3):
            connection = self.connection(first)
            try:
                return connection.call("cluster", {})
            except SssError as e:
                if attempt == 2 or connection.is_open() or e.kind != "RETRYABLE":
                    raise
        raise AssertionError("an attempt returns or raises")

    def connection(self, address: Address) -> Connection:
        """Returns an open connection; tries again for 30 s while the listener is only slow or overloaded."""
        self.check_process()
        known = self._known(address)
        if known is not None:
            return known
        with self._lock:
            connecting = self._connecting.setdefault(address, threading.Lock())
        with connecting:  # threads that need the same node share one attempt
            known = self._known(address)
            if known is not None:
                return known
            made = self._connect(address)
            with self._lock:
                self._connections[address] = made
                closed = self._closed
            if closed:
                made.close()
            return made

    def _known(self, address: Address) -> Optional[Connection]:
        with self._lock:
            if self._closed:
                raise Closed("this client is closed; call sss.connect() again")
            known = self._connections.get(address)
            return known if known is not None and known.is_open() else None

    def check_process(self) -> None:
        """Refuses the use after a fork: both processes would use the same sockets."""
        if os.getpid() != self._pid:
            raise InvalidArgument(
                f"this client was made by the process {self._pid}, and a fork of it cannot use it; call sss.connect()"
                " in each process"
            )

    def _connect(self, address: Address) -> Connection:
        deadline = time.monotonic() + CALL_SECONDS
        pause = 0.05
        refusals = 0
        while True:
            try:
                left = max(0.001, deadline - time.monotonic())
                return open_connection(address, tokens.of_user(self._token_file), left)
            except (Overloaded, Timeout) as e:
                refusals += isinstance(e, Overloaded)
                if time.monotonic() + pause >= deadline or refusals > _MAX_REFUSALS:
                    raise
            time.sleep(pause)
            pause = min(1.0, 2 * pause)

    def ask(self, verb: str, request: Dict[str, Any], seconds: float = CALL_SECONDS) -> Dict[str, Any]:
        """Sends a request to the coordinator."""
        return self.coordinator().call(verb, request, seconds)

    def coordinator(self) -> Connection:
        return self.connection(self.map.nodes[0].server)

    def _by_map(self, read: Callable[[ClusterMap], _T]) -> _T:
        try:
            return read(self.map)
        except NotFound:
            self.map = ClusterMap(self.ask("cluster", {}))
            return read(self.map)

    def owners(self, group: GroupInfo) -> List[Node]:
        """Returns the node that new tuples of each subgroup are sent to."""
        return self._by_map(lambda known: [known.holders(group.table, 1, s)[0] for s in range(known.subgroups)])

    def holders(self, group: GroupInfo, subgroup: int) -> List[Node]:
        """Returns the nodes with a subgroup: the owner first, and nodes that failed recently last."""
        self.check_process()
        nodes = self._by_map(lambda known: known.holders(group.table, group.copies, subgroup))
        if len(nodes) == 1 or not self._suspected:
            return nodes
        now = time.monotonic()
        suspected = {node for node, since in self._suspected.items() if now - since < _SUSPECT_SECONDS}
        return sorted(nodes, key=lambda node: node.id in suspected)

    def suspect(self, node: Node, group: GroupInfo, error: SssError) -> None:
        """Another node has answered for one that failed."""
        if node.id not in self._suspected:
            warnings.warn(f"reading other copies of {group}, as {node} has failed: {error}", stacklevel=3)
        self._suspected[node.id] = time.monotonic()

    def exists(self, group: GroupInfo) -> bool:
        """Returns whether the group of that number is still there."""
        return any(each.id == group.id for each in all_groups(self))

    def close(self) -> None:
        """Closes all connections. Idempotent."""
        if os.getpid() != self._pid:
            return  # they are of the process that was forked
        with self._lock:
            self._closed = True
            connections = list(self._connections.values())
            self._connections.clear()
        for connection in connections:
            connection.close()

    def __del__(self) -> None:
        if hasattr(self, "_pid"):
            self.close()


def is_of_node(error: SssError) -> bool:
    """Returns whether another node may answer after this error."""
    return error.code in _OF_NODES


class Copies:
    """Asks the holders of a subgroup one after another, each of them once."""

    def __init__(self, link: Link, group: GroupInfo, subgroup: int) -> None:
        self._link = link
        self._group = group
        self._subgroup = subgroup
        self._errors: Dict[Node, SssError] = {}
        self._reported: Set[Node] = set()
        self.node = link.holders(group, subgroup)[0]

    def next(self, error: SssError) -> None:
        """Moves to the next holder. Raises the errors of all if none is left."""
        if not is_of_node(error):
            raise error
        self._errors.setdefault(self.node, error)
        left = [node for node in self._link.holders(self._group, self._subgroup) if node not in self._errors]
        if not left:
            first, *others = self._errors.values()
            if not others:
                raise error
            text = "; ".join(str(each) for each in others)
            raise first.renamed(f"{first}. No other copy can be read either: {text}")
        self.node = left[0]

    def answered(self) -> None:
        """The current holder has answered."""
        for node, error in self._errors.items():
            if node not in self._reported:
                self._reported.add(node)
                self._link.suspect(node, self._group, error)


def all_groups(link: Link) -> List[GroupInfo]:
    """Lists all groups, by name."""
    found: List[GroupInfo] = []
    after: Optional[str] = None
    while True:
        page = link.ask("group.list", {"name": after})
        with parsing("the list of groups"):
            found += [GroupInfo(each) for each in page.get("groups") or []]
        following = page.get("next")
        if following is None:
            return found
        if after is not None and str(following) <= after:
            raise Protocol("the pages of the list of groups do not advance")
        after = str(following)


def default_address() -> Address:
    """Returns where the commands look for the cluster: ``SSS_CLUSTER``, else 127.0.0.1:21200."""
    return parse_address(os.environ.get("SSS_CLUSTER") or f"127.0.0.1:{DEFAULT_PORT}")


def _unreachable(address: Address, e: SssError, of_user: bool) -> SssError:
    if isinstance(e, Protocol) and e.message.startswith("verb '"):
        return InvalidArgument(
            f"{address} is the data port of a node, or a node of another version; connect to its server port, the first"
            " of the two in cluster.nodes"
        )
    if isinstance(e, Unauthenticated) and "this cluster requires " in e.message:
        return e.renamed(e.message + (tokens.hint() if of_user else ""))
    if isinstance(e, Timeout):
        return e.renamed(f"the node at {address} is running, but does not answer ({e}); try again, or see its log")
    if isinstance(e, NodeUnreachable) and e.remote_trace is None:
        return e.renamed(
            f"no SSS node answers at {address} ({e}); start one ('sss cluster start --nodes 1 --dir DIR'), or connect"
            " to another HOST:PORT"
        )
    return copy_of(e)
