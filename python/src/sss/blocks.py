"""Blocks of docs/storage-format.md: sorted tuples of one run under one checksum."""

from __future__ import annotations

import struct
from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional, Tuple

import google_crc32c
import xxhash

from .errors import Corrupt, InvalidArgument

MAGIC = 0x53534201
HEADER_BYTES = 32
MAX_PIECE_BYTES = 256 << 10
MAX_BLOCK_BYTES = HEADER_BYTES + 65535 + MAX_PIECE_BYTES + 16
CONTINUES_PREVIOUS = 1
CONTINUES_IN_NEXT = 2
NONE, LZ4, ZSTD = range(3)

_HEADER = struct.Struct(">IIIBBHIIII")
_BATCH = 0x53534601
_TARGET_BYTES = 32 << 10
_MAX_TARGET_BYTES = 40 << 10
_COMPRESSED_TARGET_BYTES = 64 << 10
_MAX_ENTRY_OVERHEAD = 10
_HASH_SEED = 0x53535301
_ZSTD_LEVEL = 1


class Block(NamedTuple):
    """The entries of a block: key and value of each, in their order. A value may be a piece; see the flags."""

    keys: List[bytes]
    values: List[bytes]
    flags: int
    tuples: int
    data_bytes: int


def subgroup(key: bytes, subgroups: int) -> int:
    """Returns the subgroup of a key."""
    return int(xxhash.xxh3_64_intdigest(key, _HASH_SEED)) % subgroups


def _damaged(what: str) -> Corrupt:
    return Corrupt(f"damaged block: {what}")


def decode(block: bytes) -> Block:
    """Decodes a block. Raises Corrupt if anything in it is wrong; compares every length with the end of the block."""
    if not HEADER_BYTES <= len(block) <= MAX_BLOCK_BYTES:
        raise _damaged(f"length {len(block)} is not between {HEADER_BYTES} and {MAX_BLOCK_BYTES}")
    magic, length, crc, flags, compression, _, entries, tuples, last_key_at, data_bytes = _HEADER.unpack_from(block)
    if magic != MAGIC:
        raise _damaged(f"magic is {magic:08x}, expected {MAGIC:08x}")
    if length != len(block):
        raise _damaged(f"the header has length {length}, the block has {len(block)} bytes")
    found = google_crc32c.value(block[12:])
    if found != crc:
        raise _damaged(f"checksum is {found:08x}, expected {crc:08x}")
    if compression:
        block = _decompressed(block, compression)
    keys, values = _entries(block, entries, last_key_at)
    return Block(keys, values, flags, tuples, data_bytes)


def _entries(block: bytes, count: int, last_key_at: int) -> Tuple[List[bytes], List[bytes]]:
    """The loop over all tuples that are read: no calls in the usual case of short lengths."""
    end = len(block)
    if count > end:  # an entry has at least a byte
        raise _damaged(f"{count} entries are in {end} bytes")
    keys: List[bytes] = []
    values: List[bytes] = []
    add_key, add_value = keys.append, values.append
    at = HEADER_BYTES
    key: Optional[bytes] = None
    key_at = 0
    try:
        for _ in range(count):
            head = block[at]
            at += 1
            if head > 127:
                head, at = _varint(block, at, head)
            if head & 1:
                key_at = at
                size = block[at]
                at += 1
                if size > 127:
                    size, at = _varint(block, at, size)
                key = block[at : at + size]
                at += size
            elif key is None:
                raise _damaged("the first entry has no key")
            start = at
            at += head >> 1
            if at > end:
                raise _damaged(f"an entry of {head >> 1} bytes at offset {start} passes the end")
            add_key(key)
            add_value(block[start:at])
    except IndexError:
        raise _damaged("a length passes the end") from None
    if at != end:
        raise _damaged(f"the entries end at offset {at}, the block ends at {end}")
    if key_at != last_key_at:
        raise _damaged(f"the last key is at offset {key_at}, the header has {last_key_at}")
    return keys, values


def _varint(block: bytes, at: int, first: int) -> Tuple[int, int]:
    number = first & 127
    for shift in (7, 14, 21, 28):
        byte = block[at]
        at += 1
        number |= (byte & 127) << shift
        if byte < 128:
            if number >= 1 << 31:
                break
            return number, at
    raise _damaged(f"a length at offset {at} has no end")


# Compression.


def check_usable(compression: int) -> None:
    """Refuses compression whose library is not installed."""
    _codec(compression)


def _codec(compression: int) -> Any:
    try:
        if compression == LZ4:
            import lz4.block

            return lz4.block
        if compression == ZSTD:
            import zstandard

            return zstandard
    except ImportError as e:
        name = "lz4" if compression == LZ4 else "zstd"
        raise InvalidArgument(
            f"the group is compressed with {name}, and its library is not installed; run:"
            f" pip install 'sss-client[{name}]'"
        ) from e
    raise _damaged(f"compression {compression} is unknown")


def _decompressed(block: bytes, compression: int) -> bytes:
    library = _codec(compression)
    entry_bytes = int.from_bytes(block[32:36], "big") if len(block) >= 36 else -1
    if not 0 <= entry_bytes <= MAX_BLOCK_BYTES - HEADER_BYTES:
        raise _damaged(f"its {len(block)} compressed bytes claim to be {entry_bytes}")
    try:
        plain = _decompress(library, compression, block[36:], entry_bytes)
    except Corrupt:
        raise
    except Exception as e:  # each library has its own
        raise _damaged(f"it cannot be decompressed: {e}") from e
    if len(plain) != entry_bytes:
        raise _damaged(f"decompressed size is {len(plain)} bytes of entries, the header has {entry_bytes}")
    return bytes(block[:HEADER_BYTES] + plain)


def _decompress(library: Any, compression: int, data: bytes, entry_bytes: int) -> bytes:
    """Allocates the announced length, which is at most that of a block, whatever the data claims."""
    if compression == LZ4:
        return bytes(library.decompress(data, uncompressed_size=entry_bytes))
    if library.frame_content_size(data) > MAX_BLOCK_BYTES:
        raise _damaged("its frame of Zstandard claims to be larger than a block")
    return bytes(library.ZstdDecompressor().decompress(data, max_output_size=max(1, entry_bytes)))


def _compressor(compression: int) -> Callable[[bytes], bytes]:
    library = _codec(compression)
    if compression == LZ4:
        return lambda data: bytes(library.compress(data, store_size=False))
    return lambda data: bytes(library.ZstdCompressor(level=_ZSTD_LEVEL).compress(data))


# Frames of several blocks.


def split_frame(frame: bytes) -> List[bytes]:
    """Returns the blocks of a DATA frame of a scan; none for a sign of life."""
    if len(frame) == 1:
        return []
    if len(frame) < 8 or int.from_bytes(frame[:4], "big") != _BATCH:
        return [frame]
    count = int.from_bytes(frame[4:8], "big")
    if not 1 <= count <= (len(frame) - 8) // 8:
        raise Corrupt(f"a frame of several blocks has a header with {count} blocks")
    sizes = struct.unpack_from(f">{2 * count}I", frame, 8)
    at = 8 + 8 * count
    blocks: List[bytes] = []
    for i in range(count):
        start = at + sizes[2 * i]
        at = start + sizes[2 * i + 1]
        if at > len(frame):
            raise Corrupt(f"a frame of several blocks ends within block {i}, which starts at byte {start}")
        blocks.append(frame[start:at])
    return blocks


# Writing.


class RunWriter:
    """Packs the tuples of sorted runs into blocks. One thread at a time."""

    def __init__(self, compression: int = NONE) -> None:
        self._compress = _compressor(compression) if compression else None
        self._compression = compression
        self._target = _COMPRESSED_TARGET_BYTES if compression else _TARGET_BYTES
        self._max = _COMPRESSED_TARGET_BYTES if compression else _MAX_TARGET_BYTES
        self.tuples = 0
        self.data_bytes = 0

    def blocks(self, run: Iterable[Tuple[bytes, bytes]]) -> Iterator[bytes]:
        """Yields the blocks of one run, whose keys ascend."""
        parts: List[bytes] = []
        size = HEADER_BYTES
        entries = data_bytes = last_key_at = 0
        last: Optional[bytes] = None
        for key, value in run:
            grown = size + _MAX_ENTRY_OVERHEAD + len(key) + len(value)
            if grown > self._target and not (grown <= self._max and self._target - size > self._target // 8):
                if entries:
                    yield self._block(parts, entries, entries, last_key_at, data_bytes, 0)
                parts, size, entries, data_bytes, last_key_at, last = [], HEADER_BYTES, 0, 0, 0, None
                if len(value) > MAX_PIECE_BYTES:
                    yield from self._pieces(key, value)
                    continue
            if key == last:
                head = _encoded_varint(len(value) << 1)
                parts += (head, value)
                size += len(head) + len(value)
            else:
                head = _encoded_varint(len(value) << 1 | 1)
                key_head = _encoded_varint(len(key))
                last_key_at = size + len(head)
                parts += (head, key_head, key, value)
                size = last_key_at + len(key_head) + len(key) + len(value)
                last = key
            entries += 1
            data_bytes += len(key) + len(value)
        if entries:
            yield self._block(parts, entries, entries, last_key_at, data_bytes, 0)

    def _pieces(self, key: bytes, value: bytes) -> Iterator[bytes]:
        view = memoryview(value)
        key_head = _encoded_varint(len(key))
        for at in range(0, len(value), MAX_PIECE_BYTES):
            piece = bytes(view[at : at + MAX_PIECE_BYTES])
            first, last = at == 0, at + len(piece) == len(value)
            head = _encoded_varint(len(piece) << 1 | 1)
            flags = (0 if first else CONTINUES_PREVIOUS) | (0 if last else CONTINUES_IN_NEXT)
            data_bytes = len(piece) + (len(key) if first else 0)
            parts = [head, key_head, key, piece]
            yield self._block(parts, 1, 1 if last else 0, HEADER_BYTES + len(head), data_bytes, flags)

    def _block(
        self, parts: List[bytes], entries: int, tuples: int, last_key_at: int, data_bytes: int, flags: int
    ) -> bytes:
        body = b"".join(parts)
        compression = NONE
        if self._compress is not None:
            compressed = struct.pack(">I", len(body)) + self._compress(body)
            whole = HEADER_BYTES + len(body)
            if HEADER_BYTES + len(compressed) < whole - whole // 16:
                body, compression = compressed, self._compression
        self.tuples += tuples
        self.data_bytes += data_bytes
        rest = struct.pack(">BBHIIII", flags, compression, 0, entries, tuples, last_key_at, data_bytes) + body
        return struct.pack(">III", MAGIC, 12 + len(rest), google_crc32c.value(rest)) + rest


def _encoded_varint(number: int) -> bytes:
    if number < 128:
        return bytes((number,))
    out = bytearray()
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)
