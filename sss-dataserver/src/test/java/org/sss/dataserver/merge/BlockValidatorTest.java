package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.Tuples.bytes;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;

final class BlockValidatorTest {
    private final BlockValidator validator = new BlockValidator();

    @AfterEach
    void close() {
        validator.close();
    }

    private static List<byte[]> blocks(Tuples tuples) {
        return blocks(tuples, Compression.NONE);
    }

    private static List<byte[]> blocks(Tuples tuples, Compression compression) {
        List<byte[]> blocks = new ArrayList<>();
        tuples.writeTo(new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)), compression));
        return blocks;
    }

    private static byte[] withNewChecksum(byte[] block) {
        CRC32C crc = new CRC32C();
        crc.update(block, BlockFormat.FLAGS_AT, block.length - BlockFormat.FLAGS_AT);
        BigEndian.putInt(block, BlockFormat.CRC_AT, (int) crc.getValue());
        return block;
    }

    private void load(byte[] block) {
        validator.load(block, 0, block.length);
    }

    private OpenRun run() {
        return new OpenRun(0, new AttemptId("w", 0, 0), 0);
    }

    @Test
    void countsTheKeyOfAValueInChunksOnce() {
        List<byte[]> blocks = blocks(Tuples.of("a", "12").add(bytes("key"), new byte[600_000]));
        long dataBytes = 0;
        long tuples = 0;
        for (byte[] block : blocks) {
            load(block);
            dataBytes += validator.dataBytes();
            tuples += validator.tuples();
        }
        assertThat(blocks).hasSizeGreaterThan(2);
        assertThat(dataBytes).isEqualTo(3 + 600_003);
        assertThat(tuples).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void compressedBlockIsCountedAndStoredUnchanged(Compression compression) {
        byte[] block = blocks(Tuples.of("first", "v".repeat(5000)).add(bytes("last"), new byte[5000]), compression)
                .get(0);
        ByteBuf buffer = Unpooled.copiedBuffer(block);
        validator.load(buffer);
        assertThat(validator.tuples()).isEqualTo(2);
        assertThat(validator.dataBytes()).isEqualTo(5 + 5000 + 4 + 5000);
        assertThat(validator.firstKey()).isEqualTo(bytes("first"));
        assertThat(validator.lastKey().remaining()).isEqualTo(4);
        assertThat(validator.blockBytes()).isEqualTo(block.length);
        assertThat(validator.value(buffer)).isEqualTo(ByteBuffer.wrap(block));
        buffer.release();
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void aBlockThatCannotBeDecompressedIsRefusedThoughItsChecksumIsRight(Compression compression) {
        byte[] block = blocks(Tuples.of("key", "v".repeat(5000)), compression).get(0);
        Arrays.fill(block, BlockFormat.COMPRESSED_AT, block.length, (byte) 0xFF);
        assertThatThrownBy(() -> load(withNewChecksum(block)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    @Test
    void itTakesABlockFromAnyKindOfBuffer() {
        byte[] block = blocks(Tuples.of("k\0", "value")).get(0);
        ByteBuf heap = Unpooled.copiedBuffer(block);
        ByteBuf direct = Unpooled.directBuffer().writeBytes(block);
        ByteBuf composite =
                Unpooled.wrappedBuffer(Arrays.copyOf(block, 10), Arrays.copyOfRange(block, 10, block.length));
        for (ByteBuf buffer : List.of(heap, direct, composite)) {
            validator.load(buffer);
            ByteBuffer value = validator.value(buffer);
            assertThat(value.isDirect()).isTrue();
            assertThat(value).isEqualTo(ByteBuffer.wrap(block));
            assertThat(validator.firstKey()).isEqualTo(new byte[] {'k', 0});
            buffer.release();
        }
    }

    /** As a writer packs them that does not sort. */
    private static byte[] unsorted(Compression compression, String... keys) {
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)), compression);
        for (String key : keys) {
            byte[] bytes = bytes(key);
            writer.add(bytes, 0, bytes.length, new byte[5000], 0, 5000);
        }
        writer.finish();
        return blocks.get(0);
    }

    @ParameterizedTest
    @EnumSource
    void aBlockWhoseKeysDoNotAscendIsRefused(Compression compression) {
        for (List<String> keys : List.of(
                List.of("a", "c", "b"),
                List.of("key-0001", "key-0002", "key-000199"),
                List.of("ab", "a"),
                List.of("a long key with 2", "a long key with 1"),
                List.of("a", ""),
                List.of("\u00ff", "a"),
                List.of("b", "b", "a"),
                List.of("a\0", "a"))) {
            int last = keys.size() - 1;
            assertThatThrownBy(() -> load(unsorted(compression, keys.toArray(String[]::new))))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("its keys do not ascend: that of entry " + last);
        }
        load(unsorted(compression, "", "", "a", "a\0", "a\0", "key-0001", "key-00010", "key-0002", "\u00ff"));
    }

    /** A point read would end at the second one. */
    @Test
    void rejectsRepeatedNewKey() {
        byte[] block = blocks(Tuples.of("a", "1", "b", "2")).get(0);
        block[block.length - 2] = 'a';
        assertThatThrownBy(() -> load(withNewChecksum(block)))
                .hasMessageContaining("its keys do not ascend: that of entry 1")
                .hasMessageContaining("equal to the one before");
    }

    @Test
    void aWrongNumberOfTuplesIsFound() {
        byte[] block = blocks(Tuples.of("a", "1", "b", "2")).get(0);
        BigEndian.putInt(block, BlockFormat.TUPLES_AT, 7);
        assertThatThrownBy(() -> load(withNewChecksum(block))).hasMessageContaining("7 tuples, its entries have 2");
    }

    @Test
    void aWrongNumberOfBytesIsFound() {
        byte[] block = blocks(Tuples.of("a", "1", "b", "2")).get(0);
        BigEndian.putInt(block, BlockFormat.DATA_BYTES_AT, 5);
        assertThatThrownBy(() -> load(withNewChecksum(block)))
                .hasMessageContaining("5 bytes of keys and values, its entries have 4");
    }

    @ParameterizedTest
    @EnumSource
    void trustingABlockReturnsTheSameAsWalkingIt(Compression compression) {
        Tuples tuples = Tuples.of("", "", "a", "1", "a", "22", "large", "x".repeat(600_000), "z", "after a large one")
                .addAll(Tuples.of(
                        "b".repeat(500),
                        "a long key",
                        "c".repeat(5000),
                        "x".repeat(20_000),
                        "d".repeat(3000),
                        "y".repeat(4000)))
                .addAll(Tuples.numbered("key", 5_000, "value"));
        for (byte[] block : blocks(tuples, compression)) {
            load(block);
            List<Object> walked = facts();
            BigEndian.putInt(block, BlockFormat.CRC_AT, 0);
            validator.trust(block, 0, block.length);
            assertThat(facts()).isEqualTo(walked);
            for (ByteBuf buffer : List.of(
                    Unpooled.copiedBuffer(block), Unpooled.directBuffer().writeBytes(block))) {
                validator.trust(buffer);
                buffer.release();
                assertThat(facts()).isEqualTo(walked);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void doesNotDecompressBlocksOfAMerge(Compression compression) {
        Tuples one =
                Tuples.of("", "").addAll(Tuples.numbered("a", 5000, "value")).add(bytes("large"), new byte[600_000]);
        Tuples other = Tuples.numbered("a", 5000, "value").addAll(Tuples.numbered("k", 20_000, "value"));
        int handedOut = 0;
        try (BlockMerge merge = new BlockMerge(List.of(source(one, compression), source(other, compression)))) {
            for (; merge.next(); handedOut++) {
                int end = merge.offset() + merge.length();
                load(Arrays.copyOfRange(merge.array(), merge.offset(), end));
                List<Object> walked = facts();
                if (merge.array()[merge.offset() + BlockFormat.COMPRESSION_AT] != BlockFormat.COMPRESSION_NONE) {
                    Arrays.fill(merge.array(), merge.offset() + BlockFormat.COMPRESSED_AT, end, (byte)
                            0xFF); // of no use any more
                }
                validator.trust(merge);
                assertThat(facts()).isEqualTo(walked);
            }
        }
        assertThat(handedOut).isGreaterThan(6);
    }

    private static BlockSource source(Tuples tuples, Compression compression) {
        Iterator<byte[]> blocks = blocks(tuples, compression).iterator();
        return new BlockSource() {
            @Override
            public boolean next(BlockReader reader) {
                if (!blocks.hasNext()) {
                    return false;
                }
                byte[] block = blocks.next();
                reader.reset(block, 0, block.length);
                return true;
            }

            @Override
            public void close() {
                // it holds nothing
            }
        };
    }

    private List<Object> facts() {
        byte[] lastKey = new byte[validator.lastKey().remaining()];
        validator.lastKey().get(lastKey);
        return List.of(
                validator.tuples(),
                validator.dataBytes(),
                validator.blockBytes(),
                validator.continuesPrevious(),
                validator.continuesInNext(),
                HexFormat.of().formatHex(validator.firstKey()),
                HexFormat.of().formatHex(lastKey));
    }

    @Test
    void walksTrustedBlockWithoutByteCount() {
        byte[] block = blocks(Tuples.of("a", "1", "b", "2")).get(0);
        BigEndian.putInt(block, BlockFormat.DATA_BYTES_AT, 0);
        withNewChecksum(block);
        validator.trust(block, 0, block.length);
        assertThat(validator.dataBytes()).isEqualTo(4);
        assertThat(validator.lastKey().remaining()).isEqualTo(1);
    }

    /**
     * As no client of ours sends one: it could not be asked for, and takes the room of other keys where long ones are
     * noted.
     */
    @Test
    void aKeyBeyondTheLongestIsRefused() {
        int keyBytes = BlockFormat.MAX_KEY_BYTES + 1;
        byte[] entryHead = {5 << 1 | 1, (byte) 0x80, (byte) 0x80, 4};
        ByteBuffer block = ByteBuffer.allocate(BlockFormat.HEADER_BYTES + entryHead.length + keyBytes + 5);
        block.putInt(BlockFormat.MAGIC_AT, BlockFormat.MAGIC)
                .putInt(BlockFormat.LENGTH_AT, block.capacity())
                .putInt(BlockFormat.ENTRIES_AT, 1)
                .putInt(BlockFormat.TUPLES_AT, 1)
                .putInt(BlockFormat.LAST_KEY_AT, BlockFormat.HEADER_BYTES + 1)
                .put(BlockFormat.HEADER_BYTES, entryHead);
        assertThatThrownBy(() -> load(withNewChecksum(block.array())))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("has a key of 65536 bytes, the maximum is 65535");
    }

    @Test
    void aBlockWithoutTuplesIsRefused() {
        byte[] block = Arrays.copyOf(blocks(Tuples.of("a", "1")).get(0), BlockFormat.HEADER_BYTES);
        BigEndian.putInt(block, BlockFormat.LENGTH_AT, block.length);
        BigEndian.putInt(block, BlockFormat.ENTRIES_AT, 0);
        BigEndian.putInt(block, BlockFormat.TUPLES_AT, 0);
        assertThatThrownBy(() -> load(withNewChecksum(block))).hasMessageContaining("damaged block");
    }

    @Test
    void aRunWithAHoleInAValueIsRefused() {
        List<byte[]> blocks = blocks(Tuples.of().add(bytes("key"), new byte[600_000]));
        OpenRun run = run();
        load(blocks.get(0));
        run.checkFollows(validator);
        run.add(validator);
        assertThatThrownBy(run::finish).hasMessageContaining("middle of a value");
        load(blocks(Tuples.of("other", "value")).get(0));
        assertThatThrownBy(() -> run.checkFollows(validator)).hasMessageContaining("does not continue");
    }

    @Test
    void rejectsRunThatStartsInTheMiddleOfAValue() {
        load(blocks(Tuples.of().add(bytes("key"), new byte[600_000])).get(1));
        assertThatThrownBy(() -> run().checkFollows(validator)).hasMessageContaining("no block before it started");
    }

    @Test
    void keyMayContinueInTheNextBlock() {
        OpenRun run = run();
        for (int i = 0; i < 3; i++) {
            load(blocks(Tuples.of("same", "value")).get(0));
            run.checkFollows(validator);
            run.add(validator);
        }
        RunInfo info = run.finish();
        assertThat(info.blocks()).isEqualTo(3);
        assertThat(info.tuples()).isEqualTo(3);
        assertThat(info.firstKey()).isEqualTo(info.lastKey()).isEqualTo(bytes("same"));
    }
}
