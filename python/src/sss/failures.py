"""What a worker reports when a function fails: one line on standard error, from which the node takes the error."""

from __future__ import annotations

import json
import os
import sys
import sysconfig
import traceback
from types import FrameType, TracebackType
from typing import Any, Dict, Optional

from .encoding import shown
from .errors import InvalidArgument

_MAX_REPORT_BYTES = 15 << 10
_MAX_TRACE_CHARS = 8_000
_MAX_TEXT_CHARS = 2_000
#: Stands for the key of a failure that no key has caused.
NO_KEY = object()


class Failed(Exception):
    """A function failed for a key."""

    def __init__(self, key: Any, cause: BaseException, at: str = "") -> None:
        super().__init__()
        self.key = key
        self.cause = cause
        self.at = at


def report(failed: Failed, function: Any) -> None:
    """Writes the line from which the node takes the error of the job."""
    cause = failed.cause
    frames = _of_user(cause.__traceback__)
    at = failed.at or (place(frames.tb_frame, frames.tb_lineno) if frames is not None else "")
    if not at and function is not None:
        at = str(getattr(function, "__name__", ""))
    text = (cause.message if isinstance(cause, InvalidArgument) else text_of(cause))[:_MAX_TEXT_CHARS]
    message: Dict[str, Any] = {"exception": f"{text} ({at})" if at else text}
    if failed.key is not NO_KEY:
        message["key"] = failed.key if isinstance(failed.key, str) else shown(failed.key)
    trace = _trace(cause)
    while True:
        line = b"reporter:failure:" + json.dumps(dict(message, trace=trace), ensure_ascii=False).encode(
            "utf-8", "replace"
        )
        if len(line) <= _MAX_REPORT_BYTES:
            break
        trace = "..." + trace[len(trace) // 4 + 3 :] if len(trace) > 100 else ""
        message = {name: each[: 3 * len(each) // 4] for name, each in message.items()} if not trace else message
    write_error(b"\n" + line + b"\n")


def write_error(line: bytes) -> None:
    """Writes all of it to standard error, also if the pipe is full."""
    while line:
        line = line[os.write(2, line) :]


def text_of(error: BaseException) -> str:
    """Returns type and message of an exception."""
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def _trace(error: BaseException) -> str:
    shown_from = error.__traceback__
    while shown_from is not None and _is_of_worker(shown_from.tb_frame):
        shown_from = shown_from.tb_next
    text = "".join(traceback.format_exception(type(error), error, shown_from)).strip()
    return text if len(text) <= _MAX_TRACE_CHARS else "..." + text[-_MAX_TRACE_CHARS:]


def _is_of_worker(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] == __name__.partition(".")[0]


def _of_user(trace: Optional[TracebackType]) -> Optional[TracebackType]:
    """Returns the innermost frame that is neither of this package nor of an installed one."""
    installed = tuple(os.path.realpath(path) for path in {*sysconfig.get_paths().values(), sys.prefix})
    found = innermost = None
    while trace is not None:
        if not _is_of_worker(trace.tb_frame):
            innermost = trace
            if not os.path.realpath(trace.tb_frame.f_code.co_filename).startswith(installed):
                found = trace
        trace = trace.tb_next
    return found or innermost


def place(frame: FrameType, line: int) -> str:
    """Returns function, line and file for a message."""
    return f"{frame.f_code.co_name}, line {line} of {os.path.basename(frame.f_code.co_filename)}"
