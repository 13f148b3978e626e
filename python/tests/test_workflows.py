"""Workflows, which the Java client submits here: list, wait, cancel, interrupt."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from conftest import command

import sss


def submitted(client: sss.LocalClient, *arguments: str) -> sss.Workflow:
    """Starts a workflow that the test ends."""
    before = {each.id for each in client.workflows()}
    sss_command = [str(Path(os.environ["SSS_HOME"]) / "sss"), *arguments, "--quiet"]
    environment = dict(os.environ, **client.environment)
    subprocess.Popen(sss_command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while True:
        new = [each for each in client.workflows() if each.id not in before]
        if new:
            return new[0]
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_workflow_is_listed_and_waited_for(one, capsys):
    one.put("words", [("b", "1"), ("a", "2")], replace=True)
    command(one, "sort", "words", "sorted", "--replace", "--quiet")

    newest = one.workflows()[0]
    assert newest.state == "SUCCEEDED" and newest.is_over() and newest.error is None
    assert newest.wait(progress=True) is newest
    assert one.workflow(newest.id).name == newest.name
    with pytest.raises(sss.NotFound):
        one.workflow("wf-4711")


def test_a_workflow_is_cancelled(one, capsys):
    one.put("words", [("b", "1"), ("a", "2")], replace=True)
    stuck = submitted(one, "stream", "--map", "sleep 100", "--input", "words", "--output", "never", "--replace")

    with pytest.raises(sss.Timeout, match=f"workflow {stuck.id} has not ended yet; it continues"):
        stuck.wait(progress=True, timeout=0.5)
    assert stuck.id in capsys.readouterr().err
    stuck.cancel()
    with pytest.raises(sss.Cancelled, match=f"workflow {stuck.id} was cancelled"):
        stuck.wait()
    assert stuck.refresh().state == "CANCELLED"


def test_a_failed_workflow_raises_its_error(one):
    one.put("words", [("b", "1")], replace=True)
    failed = submitted(one, "stream", "--map", "false", "--input", "words", "--output", "never", "--replace")
    with pytest.raises(sss.UserCode, match="false"):
        failed.wait(timeout=60)
    assert isinstance(one.workflow(failed.id).error, sss.UserCode)


def test_an_interrupt_says_how_to_cancel(one):
    one.put("words", [("b", "1")], replace=True)
    stuck = submitted(one, "stream", "--map", "sleep 100", "--input", "words", "--output", "never", "--replace")
    code = f"""
        import sss
        with sss.connect() as client:
            workflow = client.workflow("{stuck.id}")
            print("waits", flush=True)
            workflow.wait()
        """
    environment = dict(os.environ, **one.environment)
    arguments = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout.readline() == b"waits\n"
        time.sleep(0.2)
        child.send_signal(signal.SIGINT)
        _, error = child.communicate(timeout=30)
    assert f"workflow {stuck.id} continues; cancel it by client.workflow('{stuck.id}').cancel()" in error.decode()
    assert one.workflow(stuck.id).state == "RUNNING"
    stuck.cancel()
