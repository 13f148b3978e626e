"""Hostile input: it is refused by an SssError, and nothing else is raised. Seeds are those of the fuzz targets."""

import random
import re
import struct
from pathlib import Path
from typing import Any, Callable, Iterator, List, Optional

import google_crc32c
import pytest

import sss
from sss import blocks, lookups, reading
from sss.link import ClusterMap, GroupInfo
from sss.wire import FrameReader, from_json, parse_failure

TOP = Path(__file__).resolve().parents[2]
SEEDS = [TOP / f"sss-net/{module}/src/test/resources/fuzz" for module in ("protocol", "transport")]


def seeds(target: str) -> List[Any]:
    found = [file for directory in SEEDS for file in sorted((directory / target).glob("*"))]
    assert found, target
    return [pytest.param(file.read_bytes(), id=file.name) for file in found]


def changed(seed: bytes, count: int = 300) -> Iterator[bytes]:
    """Yields the seed cut, longer, and with changed bytes; the same in each run."""
    chance = random.Random(seed)
    for _ in range(count):
        data = bytearray(seed)
        for _ in range(chance.randint(1, 4)):
            if data:
                data[chance.randrange(len(data))] = chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])
        cut = chance.randrange(len(data) + 1) if chance.random() < 0.3 else len(data)
        yield bytes(data[:cut]) + (chance.randbytes(chance.randrange(20)) if chance.random() < 0.2 else b"")


def refused(read: Callable[..., Any], *arguments: Any) -> bool:
    try:
        read(*arguments)
        return False
    except sss.SssError:
        return True


def repaired(block: bytes) -> bytes:
    if len(block) < 12:
        return block
    head = struct.pack(">II", blocks.MAGIC, len(block))
    return head + struct.pack(">I", google_crc32c.value(block[12:])) + block[12:]


@pytest.mark.parametrize("seed", seeds("BlockFuzz"))
def test_blocks(seed: bytes) -> None:
    block = seed[1:]
    decoded = blocks.decode(block)
    assert len(decoded.keys) == len(decoded.values)
    assert all(refused(blocks.decode, bad) for bad in changed(block, 50) if bad != block)
    assert sum(refused(blocks.decode, repaired(bad)) for bad in changed(block)) > 0


@pytest.mark.parametrize("seed", [*seeds("BlockBatchFuzz"), *seeds("RunBatchFuzz")])
def test_frames_of_several_blocks(seed: bytes) -> None:
    def read(frame: bytes) -> List[Any]:
        return [blocks.decode(each) for each in blocks.split_frame(frame)]

    for frame in [seed[1:], *changed(seed[1:])]:
        refused(read, frame)


class Answer:
    """A stream that has arrived."""

    def __init__(self, frames: List[bytes], trailer: bytes) -> None:
        self._frames = frames
        self.trailer = trailer

    def take(self) -> Optional[bytes]:
        return self._frames.pop(0) if self._frames else None


@pytest.mark.parametrize("seed", seeds("GetFuzz"))
def test_answers_to_lookups(seed: bytes) -> None:
    def read(frame: bytes) -> None:
        answer = lookups.GetAnswer(Answer([frame], frame[:3]))
        for _ in range(3):
            answer.next()
        answer.check_end()

    for frame in [seed, *changed(seed)]:
        refused(read, frame)


@pytest.mark.parametrize("seed", [*seeds("FrameDecoderFuzz"), *seeds("ConnectionFuzz")])
def test_frames(seed: bytes) -> None:
    chance = random.Random(seed)

    def read(data: bytes) -> None:
        frames = FrameReader()
        while data:
            count = chance.randint(1, 40)
            for kind, _, payload in frames.feed(data[:count]):
                if kind == 4:
                    parse_failure(payload)
            data = data[count:]

    for data in [seed, seed[16:], seed[17:], *changed(seed), *changed(seed[16:])]:
        refused(read, data)


def test_frames_of_the_protocol_page() -> None:
    page = (TOP / "docs/protocol.md").read_text()
    samples = dict(re.findall(r"^([a-z-]+) +([0-9a-f]{8} \| [0-9a-f |]+)$", page, re.M))
    received = b"".join(
        bytes.fromhex(samples[name].replace("|", "").replace(" ", ""))
        for name in ("data", "credit", "end", "fail", "ping", "pong")
    )
    for size in range(1, len(received)):
        frames = FrameReader()
        found = [frame for at in range(0, len(received), size) for frame in frames.feed(received[at : at + size])]
        assert [(kind, stream) for kind, stream, _ in found] == [(2, 1), (5, 1), (3, 1), (4, 2), (6, 0), (7, 0)]
        error = parse_failure(found[3][2])
        assert (type(error), str(error), error.remote_trace) == (sss.Storage, "disk full", "at x")
    for refuses in ("open", "bell", "start"):  # a listener sends none of them
        with pytest.raises(sss.Protocol):
            FrameReader().feed(bytes.fromhex(samples[refuses].replace("|", "").replace(" ", "")))


def test_messages_of_the_protocol_page() -> None:
    def read(reader: Callable[[Any], Any], message: bytes) -> Any:
        return reader(from_json(message, "a message"))

    page = (TOP / "docs/protocol.md").read_text()
    readers = {"GroupInfo": GroupInfo, "Cluster": ClusterMap}
    for name, reader in readers.items():
        sample = re.findall(rf"^{name} ({{.*)$", page, re.M)[0].encode()
        read(reader, sample)
        for bad in changed(sample, 2000):
            refused(read, reader, bad)
    group = GroupInfo(from_json(re.findall(r"^GroupInfo (\{.*)$", page, re.M)[0].encode(), "a group"))
    assert (group.id, group.name, group.expected(0), group.expected(1), group.expected(2)) == (7, "words", 0, 1, 0)


@pytest.mark.parametrize("compression", [blocks.NONE, blocks.LZ4, blocks.ZSTD])
def test_runs_are_packed_and_read_again(compression: int) -> None:
    chance = random.Random(compression)
    run = sorted(
        (chance.randbytes(chance.choice([0, 1, 8, 300])), bytes(chance.choice([0, 5, 127, 128, 20_000, 700_000])))
        for _ in range(400)
    )
    run.sort(key=lambda pair: pair[0])
    writer = blocks.RunWriter(compression)
    values = reading._Values()
    found = []
    for block in writer.blocks(run):
        assert len(block) <= blocks.MAX_BLOCK_BYTES
        found += zip(*values.of(blocks.decode(block)))
    values.check_end()
    assert found == run
    assert writer.tuples == len(run)
    assert writer.data_bytes == sum(len(key) + len(value) for key, value in run)


def test_a_block_has_the_golden_bytes_of_java() -> None:
    java = (TOP / "sss-net/protocol/src/test/java/org/sss/net/block/BlockFormatTest.java").read_text()
    golden = "".join(re.findall(r'"([0-9a-f]*)"', java.split("GOLDEN =")[1].split(";")[0]))
    decoded = blocks.decode(bytes.fromhex(golden))
    writer = blocks.RunWriter()
    assert [block.hex() for block in writer.blocks(zip(decoded.keys, decoded.values))] == [golden]
