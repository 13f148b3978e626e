"""Clusters of this machine that end with their client."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sss


def test_a_local_cluster_ends_with_its_client(clusters):
    code = "import sss; c = sss.local(); print(c.put('a', {'x': 1})['x'], c._cluster._temporary)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    answer, directory = done.stdout.split()
    assert answer == "1" and not Path(directory).exists()
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            assert directory not in process.read_text()
        except OSError:
            pass  # it has ended


def test_what_to_install_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SSS_HOME", str(tmp_path))
    with pytest.raises(sss.InvalidArgument, match="has no 'sss'; set it to an unpacked release"):
        sss.local()
    monkeypatch.delenv("SSS_HOME")
    with pytest.raises(sss.InvalidArgument, match="SSS is not installed: unpack a release"):
        sss.local()
    (tmp_path / "sss").write_text("#!/bin/sh\necho 'sss: no disk' >&2; exit 1\n")
    (tmp_path / "sss").chmod(0o755)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(sss.InvalidArgument, match="Java is not installed.*install Java 17 or newer"):
        sss.local()
    (tmp_path / "java").write_text("")
    (tmp_path / "java").chmod(0o755)
    with pytest.raises(sss.NodeUnreachable, match="the cluster did not start: sss: no disk"):
        sss.local()
    assert os.environ["PATH"] == str(tmp_path)
