"""Tokens, TLS, lost nodes, forks: codes and remedies are those of the Java client."""

import os
import re
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conftest import command

import sss
from sss import tokens
from sss.connection import Connection
from sss.wire import parse_address


def java_error(client: sss.LocalClient, token_file: Path) -> str:
    environment = {**os.environ, **client.environment, "SSS_TOKEN_FILE": str(token_file)}
    sss_command = str(Path(os.environ["SSS_HOME"]) / "sss")
    done = subprocess.run([sss_command, "group", "ls"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    return done.stderr


def private(file: Path, text: str) -> Path:
    file.touch(mode=0o600)
    file.write_text(text)
    return file


def test_a_wrong_token_is_refused_as_in_java(tls, tmp_path):
    text = Path(tls.environment["SSS_TOKEN_FILE"]).read_text()
    wrong = private(tmp_path / "token", re.sub(r"(sss1\.\w+\.\w+)\..*", rf"\1.{'A' * 43}", text))

    with pytest.raises(sss.Unauthenticated) as raised:
        sss.connect(tls.nodes[1], wrong)
    start = str(raised.value).split(tls.nodes[1])[1]
    assert start.splitlines()[0][:60] in java_error(tls, wrong)


def test_a_wrong_ca_is_refused_as_in_java(tls, one, tmp_path):
    other = tmp_path / "other"
    command(one, "security", "init", "--dir", str(other))
    own = re.search("sss1.*", Path(tls.environment["SSS_TOKEN_FILE"]).read_text())
    wrong = private(tmp_path / "token", re.sub("sss1.*", own.group(), (other / "admin.token").read_text()))

    with pytest.raises(sss.Unauthenticated, match="does not come from the CA of this cluster") as raised:
        sss.connect(tls.nodes[0], wrong)
    assert str(raised.value).split(": ", 1)[1] in java_error(tls, wrong)


def test_a_token_file_may_have_tokens_of_several_clusters(tls, one, tmp_path):
    other = tmp_path / "other"
    command(one, "security", "init", "--dir", str(other))
    texts = [(other / "admin.token").read_text()]
    texts += [Path(each.environment["SSS_TOKEN_FILE"]).read_text() for each in (one, tls)]
    together = private(tmp_path / "token", "# several\n\n" + "\n".join(texts))

    for client in (tls, one):
        with sss.connect(client.nodes[0], together) as connected:
            connected.groups()


def test_without_a_token_the_remedy_is_named(tls, one, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for client, needs in ((tls, "TLS and a token"), (one, "a token")):
        with pytest.raises(sss.Unauthenticated) as raised:
            sss.connect(client.nodes[0])
        assert f"this cluster requires {needs}: set SSS_TOKEN_FILE to your token file" in str(raised.value)
        assert f"; there is no file {tmp_path}/sss/token" in str(raised.value)
    monkeypatch.setenv("SSS_SECURITY", "off")
    with pytest.raises(sss.Unauthenticated, match="SSS_SECURITY=off is set, so this client ignores its tokens"):
        sss.connect(one.nodes[0])


def test_a_token_for_a_cluster_without_security_is_reported(clusters, one):
    with pytest.raises(sss.Unauthenticated, match="does not authenticate itself.*set SSS_SECURITY=off"):
        sss.connect(clusters.get("off").nodes[0], one.environment["SSS_TOKEN_FILE"])


def test_a_token_that_may_only_read_is_forbidden_to_write(tls, tmp_path):
    tls.put("readable", {"a": 1}, replace=True)
    directory = Path(tls._cluster._directory) / "security"
    command(tls, "security", "token", "--role", "read", "--dir", str(directory), "--output-file", str(tmp_path / "t"))
    deadline = time.monotonic() + 30
    while True:  # nodes read the table of tokens every few seconds
        try:
            reader = sss.connect(tls.nodes[0], tmp_path / "t")
            break
        except sss.Unauthenticated:
            assert time.monotonic() < deadline
    with reader:
        assert reader["readable"]["a"] == 1
        with pytest.raises(sss.Forbidden):
            reader.put("written", {"a": 1})


def test_token_files_are_checked(tmp_path):
    open_file = tmp_path / "open"
    open_file.write_text("")
    open_file.chmod(0o644)
    token = "sss1." + "0" * 32 + ".01234567." + "A" * 43
    certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    cases = [
        (open_file, "other users have rights to it .*chmod 600"),
        (tmp_path, "it is a directory"),
        (tmp_path / "missing", "it does not exist"),
        (private(tmp_path / "a", "what\n"), "line 1: a line is not a token"),
        (private(tmp_path / "b", certificate), "line 1: a certificate must come after the token"),
        (private(tmp_path / "c", f"# x\n{token}\n{certificate}"), "line 3: "),
        (private(tmp_path / "d", "#" * (2 << 20)), "more than 1048576 bytes"),
    ]
    for file, why in cases:
        with pytest.raises(sss.InvalidArgument, match=why):
            tokens.read(file)
    assert tokens.read(private(tmp_path / "e", token)).entries[0].id == "01234567"
    assert "A" * 43 not in repr(tokens.read(tmp_path / "e"))


def test_nothing_is_sent_to_another_machine_without_tls(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(sss.Unauthenticated, match="nothing is sent to 192.0.2.1:21200, which is another machine"):
        sss.connect("192.0.2.1:21200")


def test_a_dead_node_is_unreachable(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with pytest.raises(sss.NodeUnreachable) as raised:
        sss.connect(f"127.0.0.1:{port}")
    assert str(raised.value) == (
        f"no SSS node answers at 127.0.0.1:{port} (cannot reach 127.0.0.1:{port}: connection refused; is the node"
        " running?); start one ('sss cluster start --nodes 1 --dir DIR'), or connect to another HOST:PORT"
    )
    for wrong in ("host", "host:port", ":1", "::1:5", "h:70000"):
        with pytest.raises(sss.InvalidArgument, match="is not HOST:PORT"):
            sss.connect(wrong)


def test_what_is_no_node_is_refused(monkeypatch, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        answers = [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSS1\0\x09" + bytes(10), b"SSS1\0\1" + bytes(10)]

        def answer() -> None:
            for each in answers:
                accepted, _ = listener.accept()
                with accepted:
                    accepted.recv(16)
                    accepted.sendall(each)

        thread = threading.Thread(target=answer)
        thread.start()
        address = parse_address(f"127.0.0.1:{listener.getsockname()[1]}")
        for why in ("does not speak the protocol of SSS", "speaks version 9 of the protocol", "preface is malformed"):
            with pytest.raises(sss.Protocol, match=why):
                Connection(address, tokens.Tokens(off=True), 5)
        thread.join()


def test_a_silent_listener_is_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = parse_address(f"127.0.0.1:{listener.getsockname()[1]}")
        with pytest.raises(sss.Timeout, match="sent no preface"):
            Connection(address, tokens.Tokens(off=True), 0.2)


def test_the_data_port_is_no_server_port(clusters):
    client = clusters.get("off")
    data = client._link.map.nodes[0].data
    os.environ["SSS_SECURITY"] = "off"
    try:
        with pytest.raises(sss.InvalidArgument, match="is the data port of a node"):
            sss.connect(str(data))
    finally:
        del os.environ["SSS_SECURITY"]


def test_a_fork_cannot_use_the_client(client):
    client.put("forked", {"a": 1}, replace=True)
    group = client["forked"]
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            group["a"]
            os.write(write, b"no error")
        except BaseException as e:
            os.write(write, f"{type(e).__name__}: {e}".encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    message = os.read(read, 1000).decode()
    os.close(read)
    os.close(write)
    assert message.startswith(f"InvalidArgument: this client was made by the process {os.getpid()}, and a fork of it")
    assert "call sss.connect() in each process" in message
    assert group["a"] == 1


def test_a_group_keeps_its_client_open(one):
    one.put("kept", {"a": 1}, replace=True)
    group = sss.connect(one.nodes[0], one.environment["SSS_TOKEN_FILE"])["kept"]
    assert group["a"] == 1 and list(group) == [("a", 1)]


def test_a_closed_client_says_so(clusters):
    client = clusters.get("token")
    with sss.connect(client.nodes[0], client.environment["SSS_TOKEN_FILE"]) as own:
        pass
    with pytest.raises(sss.Closed, match="this client is closed"):
        own.groups()


def test_a_scan_continues_after_its_connection_is_lost(client):
    expected = {f"key-{i:06d}": bytes(1000) for i in range(20_000)}
    group = client.put("long", {**expected}, replace=True)
    scan = iter(group)
    first = [next(scan) for _ in range(5000)]
    for connection in list(client._link._connections.values()):
        connection.close()
    assert dict([*first, *scan]) == expected


def test_other_copies_are_read_while_a_node_is_down(tls):
    expected = {f"key-{i:06d}": i for i in range(20_000)}
    tls.put("copied", expected, replace=True)
    directory = tls._cluster._directory
    processes = Path(directory) / "node-2" / "pid"
    os.kill(int(processes.read_text().split()[0]), signal.SIGKILL)
    try:
        group = tls["copied"]
        with pytest.warns(UserWarning, match="reading other copies"):
            assert dict(group) == expected
        some = list(expected)[::7]
        assert group.get_many(some) == [[expected[key]] for key in some]
    finally:
        command(tls, "cluster", "start", "--nodes", "3", "--dir", directory)
    assert dict(tls["copied"].items(ordered=False)) == expected
