"""Workflows: list, wait, cancel."""

from __future__ import annotations

import sys
import time
from typing import Any, Dict, List, Optional

from .errors import Cancelled, NodeUnreachable, Protocol, SssError, Timeout, TooLarge, Unauthenticated, of_code
from .link import Link
from .wire import CALL_SECONDS, Stream, from_json, to_json

_OVER = ("SUCCEEDED", "FAILED", "CANCELLED")
_PAUSE_SECONDS = 0.2
_MAX_PAGES = 100_000
_CANCEL_SECONDS = 10.0


class Workflow:
    """A submitted workflow, as of the last call. One thread at a time."""

    def __init__(self, link: Link, status: Dict[str, Any], own: bool = False) -> None:
        self._link = link
        self._own = own
        self._status = status

    @property
    def id(self) -> str:
        """``wf-N``."""
        return str(self._status.get("id", ""))

    @property
    def name(self) -> str:
        """The name that its submitter gave it."""
        return str(self._status.get("name", ""))

    @property
    def state(self) -> str:
        """``WAITING``, ``RUNNING``, ``SUCCEEDED``, ``FAILED`` or ``CANCELLED``."""
        return str(self._status.get("state", ""))

    @property
    def status(self) -> Dict[str, Any]:
        """All that the coordinator says about it, as ``sss job ID --json`` prints."""
        return dict(self._status)

    @property
    def error(self) -> Optional[SssError]:
        """Why it failed, or None."""
        error = self._status.get("error")
        if not error:
            return None
        return of_code(str(error.get("code", "")), str(error.get("message", "")), error.get("trace"))

    def is_over(self) -> bool:
        """Returns whether it had ended at the last call."""
        return self.state in _OVER

    def refresh(self) -> Workflow:
        """Asks for the current status. Returns this object."""
        self._status = self._link.ask("workflow.get", {"name": self.id})
        return self

    def cancel(self) -> Workflow:
        """Asks the coordinator to stop all tasks. No error if it has ended. Returns this object."""
        self._status = self._link.ask("workflow.cancel", {"name": self.id})
        return self

    def wait(self, progress: bool = False, timeout: Optional[float] = None) -> Workflow:
        """Waits for the end. ``progress`` prints to stderr how far it is. Returns this object if it succeeded.

        Raises the error of the workflow if it failed, Cancelled if it was cancelled, and Timeout after ``timeout``
        seconds. An interrupt (Ctrl-C) cancels a workflow that this client has submitted. It ends the wait alone for any
        other one, which continues, and a note says how to cancel it.
        """
        line = _Line() if progress else None
        try:
            self._follow(line, None if timeout is None else time.monotonic() + timeout)
        except KeyboardInterrupt:
            print(f"\n{self._interrupted()}", file=sys.stderr)
            raise
        finally:
            if line is not None:
                line.close()
        error = self.error
        if error is not None:
            raise error
        if self.state != "SUCCEEDED":
            raise Cancelled(
                f"workflow {self.id} ('{self.name}') was {self.state.lower()}; run it again if still wanted"
            )
        return self

    def _interrupted(self) -> str:
        """Cancels a workflow of this client. Returns what has become of it."""
        failure = ""
        if self._own:
            try:
                self._status = self._link.ask("workflow.cancel", {"name": self.id}, _CANCEL_SECONDS)
                return f"workflow {self.id} is {'over' if self.state == 'SUCCEEDED' else 'cancelled'}"
            except SssError as e:
                failure = f" ({e})"
        return (
            f"workflow {self.id} continues{failure}; cancel it by client.workflow('{self.id}').cancel(), or by"
            f" 'sss cancel {self.id}'"
        )

    def _follow(self, line: Optional[_Line], deadline: Optional[float]) -> None:
        while not self.is_over():
            stream = self._link.coordinator().open("workflow.follow", to_json({"name": self.id}), end=True)
            try:
                while not self.is_over():
                    self._status = self._next(stream, deadline)
                    if line is not None:
                        line.show(self._status)
            except Unauthenticated:
                continue  # revoked; the token file may have another one, and else the next attempt fails
            finally:
                stream.close()

    def _next(self, stream: Stream, deadline: Optional[float]) -> Dict[str, Any]:
        left = CALL_SECONDS if deadline is None else min(CALL_SECONDS, max(0.001, deadline - time.monotonic()))
        try:
            frame = stream.take(left)
        except TooLarge:
            time.sleep(_PAUSE_SECONDS)
            return self._link.ask("workflow.get", {"name": self.id})
        except (Timeout, NodeUnreachable) as e:
            if deadline is not None and time.monotonic() >= deadline:
                raise Timeout(f"workflow {self.id} has not ended yet; it continues") from e
            raise e.renamed(
                f"the connection to the coordinator was lost while following workflow {self.id} ({e}); if the"
                " coordinator was restarted, submit the workflow again, else follow it again"
                f" (client.workflow('{self.id}').wait())"
            ) from e
        if frame is None:
            return self._link.ask("workflow.get", {"name": self.id})
        return from_json(frame, "a report of 'workflow.follow'")

    def __repr__(self) -> str:
        return f"<workflow {self.id} '{self.name}', {self.state}>"


class _Line:
    """Progress on stderr: one line that is replaced on a terminal, else a line at each change of a job."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._last = ""

    def show(self, status: Dict[str, Any]) -> None:
        text = _progress(status)
        if text == self._last:
            return
        self._last = text
        print(f"\r\x1b[K{text}" if self._terminal else text, end="" if self._terminal else "\n", file=sys.stderr)
        sys.stderr.flush()

    def close(self) -> None:
        if self._terminal and self._last:
            print(file=sys.stderr)


def _progress(status: Dict[str, Any]) -> str:
    jobs = status.get("jobs") or []
    running = [job for job in jobs if job.get("state") == "RUNNING"] or jobs[-1:]
    parts = [f"{job.get('name', '')} {job.get('tasksDone', 0)}/{job.get('tasks', 0)}" for job in running]
    return f"{status.get('id', '')} {status.get('state', '').lower()}: " + (", ".join(parts) or "no jobs")


def all_workflows(link: Link) -> List[Workflow]:
    """Lists all workflows, the newest first."""
    found: List[Workflow] = []
    below: Optional[str] = None
    for _ in range(_MAX_PAGES):
        page = link.ask("workflow.list", {"id": below})
        found += [Workflow(link, each) for each in page.get("workflows") or []]
        below = page.get("next")
        if below is None:
            return found
    raise Protocol("the pages of the list of workflows have no end")
