"""Clusters that the tests share: each is started when a test first needs it, all three at the same time."""

import os
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

import sss

TOP = Path(__file__).resolve().parents[2]
os.environ.setdefault("SSS_HOME", str(TOP))
os.environ.setdefault("SSS_HEAP", "256m")
for name in ("SSS_CLUSTER", "SSS_TOKEN_FILE", "SSS_SECURITY"):
    os.environ.pop(name, None)


class Clusters:
    """One node without security, one with tokens, and three with TLS."""

    SHAPES: Dict[str, Any] = {
        "off": (1, {"security": "off"}),
        "token": (1, {}),
        "tls": (3, {"security": "on", "replication": "2"}),
    }

    def __init__(self, directory: Path) -> None:
        self._pool = ThreadPoolExecutor(len(self.SHAPES))
        self._started: Dict[str, Future[sss.LocalClient]] = {}
        self.directory = directory

    def get(self, name: str) -> sss.LocalClient:
        if not self._started:
            for each, (nodes, settings) in self.SHAPES.items():
                directory = str(self.directory / each)
                self._started[each] = self._pool.submit(sss.local, nodes, directory, settings)
        return self._started[name].result()

    def stop(self) -> None:
        list(self._pool.map(lambda each: each.result().close(), self._started.values()))
        self._pool.shutdown()


@pytest.fixture(scope="session")
def clusters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clusters]:
    home = tmp_path_factory.mktemp("home")
    os.environ["HOME"] = str(home)
    os.environ["XDG_CONFIG_HOME"] = str(home / "config")
    made = Clusters(tmp_path_factory.mktemp("clusters"))
    yield made
    made.stop()


@pytest.fixture(params=["off", "tls"])
def client(request: pytest.FixtureRequest, clusters: Clusters) -> sss.LocalClient:
    """Of one node without security, and of three nodes with TLS."""
    return clusters.get(request.param)


@pytest.fixture
def one(clusters: Clusters) -> sss.LocalClient:
    """Of one node whose users have a token, without TLS: the default on one machine."""
    return clusters.get("token")


@pytest.fixture
def tls(clusters: Clusters) -> sss.LocalClient:
    return clusters.get("tls")


def command(client: sss.LocalClient, *arguments: str) -> str:
    """Runs the command of the Java client."""
    return _run([str(Path(os.environ["SSS_HOME"]) / "sss"), *arguments], client.environment)


def _run(arguments: List[str], environment: Dict[str, str]) -> str:
    done = subprocess.run(arguments, env=dict(os.environ, **environment), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout
