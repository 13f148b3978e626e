"""Errors of SSS: one class for each code of the wire protocol."""

from __future__ import annotations

from typing import Dict, Optional, Type


class SssError(Exception):
    """An error of SSS. The message says what happened, where, and what to do.

    ``code`` is the same as in the Java client and at the command line. ``kind`` is the advice: ``RETRYABLE`` (try again
    later), ``USER`` (change the request) or ``FATAL`` (call an operator). ``remote_trace`` is the stack trace of the
    node where it happened, or None if it happened in this process.
    """

    code = "INTERNAL"
    kind = "FATAL"

    def __init__(self, message: str, remote_trace: Optional[str] = None) -> None:
        super().__init__(message)
        self.message = message
        self.remote_trace = remote_trace

    def __str__(self) -> str:
        return self.message

    def renamed(self, message: str) -> SssError:
        """Returns an error of the same code with another message."""
        return type(self)(message, self.remote_trace)


class InvalidArgument(SssError, ValueError):
    """An argument, an option or a file is wrong."""

    code = "INVALID_ARGUMENT"
    kind = "USER"


class NotFound(SssError, KeyError):
    """The named group, workflow or key does not exist."""

    code = "NOT_FOUND"
    kind = "USER"


class AlreadyExists(SssError):
    """Something of that name exists."""

    code = "ALREADY_EXISTS"
    kind = "USER"


class TypeMismatch(SssError, TypeError):
    """Declared types are not those of the group."""

    code = "TYPE_MISMATCH"
    kind = "USER"


class TooLarge(SssError, ValueError):
    """A key, value, block or message is above its limit."""

    code = "TOO_LARGE"
    kind = "USER"


class UserCode(SssError):
    """Code of a job failed."""

    code = "USER_CODE"
    kind = "USER"


class Unauthenticated(SssError):
    """The cluster requires a token, or the token is wrong, expired or revoked."""

    code = "UNAUTHENTICATED"
    kind = "USER"


class Forbidden(SssError):
    """The token does not permit this."""

    code = "FORBIDDEN"
    kind = "USER"


class Cancelled(SssError):
    """Somebody cancelled it."""

    code = "CANCELLED"
    kind = "USER"


class NodeUnreachable(SssError):
    """A node cannot be reached, or was lost."""

    code = "NODE_UNREACHABLE"
    kind = "RETRYABLE"


class Timeout(SssError):
    """Something missed its deadline."""

    code = "TIMEOUT"
    kind = "RETRYABLE"


class Overloaded(SssError):
    """A limit is reached for now."""

    code = "OVERLOADED"
    kind = "RETRYABLE"


class Closed(SssError):
    """The node is stopping, or the client is closed."""

    code = "CLOSED"
    kind = "RETRYABLE"


class HeapFull(SssError):
    """Other workflows have filled the heap of the node."""

    code = "HEAP_FULL"
    kind = "RETRYABLE"


class Storage(SssError):
    """A disk is full, read-only or failing."""

    code = "STORAGE"


class Corrupt(SssError):
    """Stored or received bytes are not what was written."""

    code = "CORRUPT"


class Protocol(SssError):
    """The other side speaks another protocol, or another version of it."""

    code = "PROTOCOL"


class Internal(SssError):
    """A bug of SSS."""

    code = "INTERNAL"


_CLASSES = (
    InvalidArgument,
    NotFound,
    AlreadyExists,
    TypeMismatch,
    TooLarge,
    UserCode,
    Unauthenticated,
    Forbidden,
    Cancelled,
    NodeUnreachable,
    Timeout,
    Overloaded,
    Closed,
    HeapFull,
    Storage,
    Corrupt,
    Protocol,
    Internal,
)
BY_CODE: Dict[str, Type[SssError]] = {each.code: each for each in _CLASSES}


def of_code(code: str, message: str, remote_trace: Optional[str] = None) -> SssError:
    """Returns the error of a code of the wire protocol; an unknown code is INTERNAL."""
    return BY_CODE.get(code, Internal)(message, remote_trace)
