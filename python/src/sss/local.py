"""A cluster of this machine, for tests and experiments."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional

from .client import Client
from .errors import InvalidArgument, NodeUnreachable, SssError
from .link import Link
from .wire import parse_address

_START_SECONDS = 300.0
_STOP_SECONDS = 60.0


class LocalClient(Client):
    """A client of a cluster that ends with it. Close it, or use it in a ``with`` block."""

    def __init__(self, link: Link, cluster: _Cluster) -> None:
        super().__init__(link)
        self._cluster = cluster

    @property
    def environment(self) -> Dict[str, str]:
        """Variables with which ``sss`` and other clients find this cluster: SSS_CLUSTER and SSS_TOKEN_FILE."""
        return self._cluster.environment()

    def close(self) -> None:
        """Closes the connections, stops the nodes and deletes their data. Idempotent."""
        super().close()
        self._cluster.stop()


def local(nodes: int = 1, directory: Optional[str] = None, settings: Optional[Mapping[str, str]] = None) -> LocalClient:
    """Starts a cluster on this machine, by ``sss cluster start`` of ``$SSS_HOME``, else of PATH.

    Its nodes end with this process, or when the client is closed. Its data is in a temporary directory that is deleted
    then, or in ``directory``, which stays. ``settings`` are those of ``sss cluster start --set``. Functions of jobs run
    in the Python of this process.
    """
    cluster = _Cluster(_command(), directory)
    started = False
    try:
        address = cluster.start(nodes, {"stream.python": sys.executable or "python3", **(settings or {})})
        client = LocalClient(Link(parse_address(address), cluster.token_file()), cluster)
        started = True
        return client
    finally:
        if not started:
            cluster.stop()


def _command() -> str:
    home = os.environ.get("SSS_HOME")
    if home:
        for place in (Path(home) / "sss", Path(home) / "bin" / "sss"):
            if place.is_file():
                break
        else:
            raise InvalidArgument(f"SSS_HOME is '{home}', but has no 'sss'; set it to an unpacked release of SSS")
        found = str(place)
    else:
        found = shutil.which("sss") or ""
    if not found:
        raise InvalidArgument(
            "SSS is not installed: unpack a release of SSS and set SSS_HOME to its directory, or put its 'sss' into"
            " PATH"
        )
    java = os.environ.get("JAVA_HOME")
    if not (Path(java) / "bin" / "java").exists() if java else shutil.which("java") is None:
        raise InvalidArgument(
            "Java is not installed, which the nodes of a cluster need: install Java 17 or newer (on Debian:"
            " apt-get install openjdk-17-jre-headless), or set JAVA_HOME"
        )
    return found


class _Cluster:
    """The processes of one cluster."""

    def __init__(self, command: str, directory: Optional[str]) -> None:
        self._command = command
        self._temporary = tempfile.mkdtemp(prefix="sss-local-")
        self._directory = directory or os.path.join(self._temporary, "cluster")
        self._address = ""
        self._pid = os.getpid()
        self._stopped = False
        atexit.register(self.stop)

    def token_file(self) -> str:
        return os.path.join(self._temporary, "sss", "token")

    def environment(self) -> Dict[str, str]:
        return {"SSS_CLUSTER": self._address, "SSS_TOKEN_FILE": self.token_file()}

    def start(self, nodes: int, settings: Mapping[str, str]) -> str:
        arguments = ["cluster", "start", "--nodes", str(nodes), "--dir", self._directory, "--port", "0", "--json"]
        for name, value in settings.items():
            arguments += ["--set", f"{name}={value}"]
        answer = self._run(arguments, _START_SECONDS)
        if answer.returncode != 0:
            raise NodeUnreachable(f"the cluster did not start: {_last(answer.stderr) or _last(answer.stdout)}")
        self._address = _json(answer.stdout).get("cluster", "")
        if not os.path.exists(self.token_file()):  # without security
            os.makedirs(os.path.dirname(self.token_file()), exist_ok=True)
            with open(os.open(self.token_file(), os.O_CREAT | os.O_WRONLY, 0o600), "w"):
                pass
        return str(self._address)

    def stop(self) -> None:
        if self._stopped or os.getpid() != self._pid:
            return
        self._stopped = True
        atexit.unregister(self.stop)
        try:
            if os.path.isdir(self._directory):
                self._run(["cluster", "stop", "--dir", self._directory], _STOP_SECONDS)
        except SssError:
            pass  # what does not stop is reported by the next start in that directory
        shutil.rmtree(self._temporary, ignore_errors=True)

    def _run(self, arguments: List[str], seconds: float) -> subprocess.CompletedProcess[str]:
        environment = dict(os.environ, XDG_CONFIG_HOME=self._temporary)
        environment.pop("SSS_TOKEN_FILE", None)
        try:
            return subprocess.run(
                [self._command, *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=seconds,
                start_new_session=True,  # an interrupt of this process stops the cluster in order
            )
        except OSError as e:
            raise InvalidArgument(f"cannot run {self._command}: {e}") from e
        except subprocess.TimeoutExpired as e:
            raise NodeUnreachable(f"'sss {arguments[0]} {arguments[1]}' did not end within {seconds:g} s") from e


def _last(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1] if lines else ""


def _json(text: str) -> Dict[str, Any]:
    try:
        found = json.loads(_last(text))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise NodeUnreachable(f"'sss cluster start' printed no address: {_last(text)}")
    return found
