"""A client of SSS, a MapReduce server whose only data store is a distributed key-value store.

>>> import sss
>>> c = sss.connect()                 # doctest: +SKIP
>>> c["counts"]["the"]                # doctest: +SKIP
>>> c["counts"].to_pandas()           # doctest: +SKIP

All waits have deadlines, all messages have limits, and all errors are ``SssError``.
"""

from .client import Client, Group, connect
from .encoding import Instant
from .errors import (
    AlreadyExists,
    Cancelled,
    Closed,
    Corrupt,
    Forbidden,
    HeapFull,
    Internal,
    InvalidArgument,
    NodeUnreachable,
    NotFound,
    Overloaded,
    Protocol,
    SssError,
    Storage,
    Timeout,
    TooLarge,
    TypeMismatch,
    Unauthenticated,
    UserCode,
)
from .jobs import Chain, Step
from .local import LocalClient, local
from .workflows import Workflow
from .writing import Writer

__version__ = "0.1.0"

__all__ = [
    "AlreadyExists",
    "Cancelled",
    "Chain",
    "Client",
    "Closed",
    "Corrupt",
    "Forbidden",
    "Group",
    "HeapFull",
    "Instant",
    "Internal",
    "InvalidArgument",
    "LocalClient",
    "NodeUnreachable",
    "NotFound",
    "Overloaded",
    "Protocol",
    "SssError",
    "Step",
    "Storage",
    "Timeout",
    "TooLarge",
    "TypeMismatch",
    "Unauthenticated",
    "UserCode",
    "Workflow",
    "Writer",
    "connect",
    "local",
]
