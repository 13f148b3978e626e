package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

class CompressedBlockTest {
    private static final List<Tuple> TUPLES = List.of(
            new Tuple("apple".getBytes(), "na".repeat(40).getBytes()),
            new Tuple("apple".getBytes(), new byte[0]),
            new Tuple("pear".getBytes(), "na".repeat(30).getBytes()));
    private static final String COUNTS = "0000" + "00000003" + "00000003" + "0000007a";
    /** Written without data bytes in the header. */
    private static final String AFTER_COMPRESSION = COUNTS + "00000000";

    private static final String ENTRY_BYTES = "0000009b";
    /** Libraries may change their compressed output, but blocks written once must stay readable. */
    private static final String GOLDEN_LZ4 = "53534201" + "00000043" + "667ea8f8" + "00" + "01" + AFTER_COMPRESSION
            + ENTRY_BYTES + "af" + "a101056170706c656e61" + "0200" + "3b" + "7f" + "0079047065617255002450616e616e61";

    private static final String GOLDEN_ZSTD = "53534201" + "00000048" + "bee60855" + "00" + "02" + AFTER_COMPRESSION
            + ENTRY_BYTES + "28b52ffd" + "209bdd000088a101056170706c656e61007904706561720200b1826436d42101";

    private final Random random = new Random(5);

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void headerDiffersFromUncompressedBlockOnlyInLengthAndChecksum(Compression compression) {
        byte[] plain = Blocks.write(TUPLES).get(0);
        byte[] block = Blocks.write(TUPLES, compression).get(0);
        assertThat(block.length).isLessThan(plain.length);
        assertThat(BigEndian.getInt(block, BlockFormat.LENGTH_AT)).isEqualTo(block.length);
        assertThat(block[BlockFormat.COMPRESSION_AT]).isEqualTo((byte) compression.ordinal());
        assertThat(BlockStats.of(Unpooled.wrappedBuffer(block))).isEqualTo(new BlockStats(block.length, 3, 3, 0x9a));
        assertThat(HexFormat.of().formatHex(block, 14, 36)).isEqualTo(COUNTS + "0000009a" + ENTRY_BYTES);
        assertThat(HexFormat.of().formatHex(plain, 14, 32)).isEqualTo(COUNTS + "0000009a");
    }

    @Test
    void goldenBlocksStayReadable() {
        assertThat(Blocks.read(List.of(HexFormat.of().parseHex(GOLDEN_LZ4)))).isEqualTo(TUPLES);
        assertThat(Blocks.read(List.of(HexFormat.of().parseHex(GOLDEN_ZSTD)))).isEqualTo(TUPLES);
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void readsTuplesOfRandomSizes(Compression compression) {
        for (int round = 0; round < 30; round++) {
            List<Tuple> tuples = randomTuples(random.nextInt(400), 1 << random.nextInt(12), 1 << random.nextInt(19));
            List<byte[]> blocks = Blocks.write(tuples, compression);
            assertThat(Blocks.read(blocks)).isEqualTo(tuples);
            assertThat(blocks.stream()
                            .mapToInt(b ->
                                    BlockStats.of(Unpooled.wrappedBuffer(b)).tuples())
                            .sum())
                    .isEqualTo(tuples.size());
            assertThat(blocks).allSatisfy(b -> assertThat(b.length).isLessThanOrEqualTo(BlockFormat.MAX_BLOCK_BYTES));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void incompressibleBlockIsStoredUncompressed(Compression compression) {
        List<Tuple> tuples = List.of(
                new Tuple("a".getBytes(), Blocks.random(random, 40 << 10)),
                new Tuple("b".getBytes(), new byte[60 << 10]),
                new Tuple("c".getBytes(), Blocks.random(random, 40 << 10)));
        List<byte[]> blocks = Blocks.write(tuples, compression);
        assertThat(blocks)
                .extracting(b -> (int) b[BlockFormat.COMPRESSION_AT])
                .containsExactly(0, compression.ordinal(), 0);
        assertThat(blocks.get(1).length).isLessThan(1024);
        assertThat(Blocks.read(blocks)).isEqualTo(tuples);
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void fillsBlocksByTheirUncompressedSize(Compression compression) {
        List<byte[]> blocks = Blocks.write(randomTuples(5000, 30, 200), compression);
        BlockReader reader = new BlockReader();
        for (byte[] block : blocks.subList(0, blocks.size() - 1)) {
            reader.reset(block, 0, block.length);
            assertThat(reader.plainLength()).isBetween(63 << 10, BlockFormat.COMPRESSED_TARGET_BYTES);
            assertThat(reader.compression()).isEqualTo(compression);
            assertThat(reader.blockArray()).isSameAs(block);
            assertThat(reader.blockLength()).isEqualTo(block.length).isLessThan(reader.plainLength());
        }
    }

    /** Thousands of small runs are merged at once, with a reader for each. */
    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void readerOfSmallBlocksUsesLittleMemory(Compression compression) {
        byte[] small = Blocks.write(List.of(new Tuple("a".getBytes(), new byte[1000])), compression)
                .get(0);
        byte[] larger = Blocks.write(List.of(new Tuple("a".getBytes(), new byte[1100])), compression)
                .get(0);
        BlockReader reader = new BlockReader();
        reader.reset(small, 0, small.length);
        assertThat(reader.compression()).isEqualTo(compression);
        assertThat(reader.array()).hasSize(reader.plainLength());
        reader.reset(larger, 0, larger.length);
        assertThat(reader.array())
                .as("of blocks that become larger it takes a few")
                .hasSizeGreaterThan(2000);
    }

    @Test
    void writerCanChangeCompressionPerBlock() {
        List<byte[]> blocks = new ArrayList<>();
        BlockWriter writer = new BlockWriter(Compression.ZSTD);
        for (Compression compression : Compression.values()) {
            writer.compression(compression);
            writer.add(new byte[] {(byte) compression.ordinal()}, 0, 1, new byte[20_000], 0, 20_000);
            int length = writer.finish();
            blocks.add(Arrays.copyOf(writer.array(), length));
            writer.reset();
        }
        assertThat(blocks).extracting(b -> (int) b[BlockFormat.COMPRESSION_AT]).containsExactly(0, 1, 2);
        assertThat(Blocks.read(blocks)).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void invalidBytesWithValidChecksumNeverCrash(Compression compression) {
        byte[] block = Blocks.write(TUPLES, compression).get(0);
        for (int at = BlockFormat.FLAGS_AT; at < block.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] damaged = block.clone();
                damaged[at] = (byte) value;
                Blocks.seal(damaged);
                assertTuplesOrCorrupt(damaged);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void randomBytesWithValidChecksumNeverCrash(Compression compression) {
        byte[] good = Blocks.write(randomTuples(300, 20, 100), compression).get(0);
        for (int round = 0; round < 4_000; round++) {
            byte[] damaged = good.clone();
            int at = random.nextInt(BlockFormat.COMPRESSED_AT, damaged.length);
            int length = Math.min(1 + random.nextInt(1 << random.nextInt(8)), damaged.length - at);
            System.arraycopy(Blocks.random(random, length), 0, damaged, at, length);
            Blocks.seal(damaged);
            assertTuplesOrCorrupt(damaged);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void rejectsTruncatedCompressedBlockWithValidChecksum(Compression compression) {
        byte[] block = Blocks.write(TUPLES, compression).get(0);
        for (int length = BlockFormat.HEADER_BYTES; length < block.length; length++) {
            byte[] cut = Arrays.copyOf(block, length);
            BigEndian.putInt(cut, BlockFormat.LENGTH_AT, length);
            Blocks.seal(cut);
            assertThat(codeOf(cut)).as("length " + length).isEqualTo(ErrorCode.CORRUPT);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LZ4", "ZSTD"})
    void rejectsWrongUncompressedLength(Compression compression) {
        byte[] block = Blocks.write(TUPLES, compression).get(0);
        for (int claimed : new int[] {
            0,
            1,
            0x9A,
            0x9C,
            BlockFormat.MAX_BLOCK_BYTES - BlockFormat.HEADER_BYTES,
            BlockFormat.MAX_BLOCK_BYTES,
            Integer.MAX_VALUE,
            -1,
            Integer.MIN_VALUE
        }) {
            byte[] damaged = block.clone();
            BigEndian.putInt(damaged, BlockFormat.ENTRY_BYTES_AT, claimed);
            Blocks.seal(damaged);
            assertThat(codeOf(damaged)).as("claimed length " + claimed).isEqualTo(ErrorCode.CORRUPT);
        }
    }

    /** The checksum is compared first: no decompressor reads damaged bytes. */
    @Test
    void checksumDetectsFlippedBitBeforeDecompression() {
        byte[] block = Blocks.write(TUPLES, Compression.ZSTD).get(0);
        block[BlockFormat.COMPRESSED_AT + 1] ^= 1;
        assertThat(catchThrowable(() -> Blocks.read(List.of(block)))).hasMessageContaining("checksum");
    }

    @Test
    void lz4LibrariesReadEachOthersBlocks() {
        Lz4Codec c = new Lz4Codec(LZ4Factory.nativeInstance());
        Lz4Codec java = new Lz4Codec(LZ4Factory.safeInstance());
        for (int round = 0; round < 50; round++) {
            byte[] data = compressible(random.nextInt(100_000));
            for (Lz4Codec[] pair : new Lz4Codec[][] {{c, java}, {java, c}}) {
                byte[] small = new byte[pair[0].maxCompressedBytes(data.length)];
                int length = pair[0].compress(data, 0, data.length, small, 0);
                byte[] back = new byte[data.length];
                assertThat(pair[1].decompress(small, 0, length, back, 0, data.length))
                        .isEqualTo(data.length);
                assertThat(back).isEqualTo(data);
            }
        }
    }

    @Test
    void lz4FallsBackToJavaWhenItsLibraryCannotBeLoaded() {
        LZ4Factory java = LZ4Factory.safeInstance();
        assertThat(Lz4Codec.factory(() -> {
                    throw new UnsatisfiedLinkError("no libc here");
                }))
                .isSameAs(java);
        assertThat(Lz4Codec.factory(() -> {
                    throw new ExceptionInInitializerError("cannot unpack");
                }))
                .isSameAs(java);
        assertThat(Lz4Codec.factory(() -> {
                    throw new IllegalCallerException("native access is denied");
                }))
                .isSameAs(java);
    }

    private static void assertTuplesOrCorrupt(byte[] block) {
        ErrorCode code = codeOf(block);
        if (code != null) {
            assertThat(code).isEqualTo(ErrorCode.CORRUPT);
        }
    }

    /** Returns null if the block can be read; fails for any exception other than an SssException. */
    private static ErrorCode codeOf(byte[] block) {
        Throwable t = catchThrowable(() -> Blocks.read(List.of(block)));
        if (t == null) {
            return null;
        }
        assertThat(t).isInstanceOf(SssException.class);
        return ((SssException) t).code();
    }

    private List<Tuple> randomTuples(int count, int maxKeyBytes, int maxValueBytes) {
        List<Tuple> tuples = new ArrayList<>();
        while (tuples.size() < count) {
            byte[] key = Blocks.random(random, random.nextInt(maxKeyBytes + 1));
            for (int i = random.nextInt(3); i >= 0 && tuples.size() < count; i--) {
                tuples.add(new Tuple(key, compressible(random.nextInt(maxValueBytes + 1))));
            }
        }
        tuples.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        return tuples;
    }

    /** Sequences of bytes that are repeated later. */
    private byte[] compressible(int length) {
        byte[] bytes = new byte[length];
        for (int at = 0; at < length; ) {
            int n = Math.min(1 + random.nextInt(30), length - at);
            if (at > 0 && random.nextInt(4) > 0) {
                int from = random.nextInt(at);
                for (int i = 0; i < n; i++) {
                    bytes[at + i] = bytes[from + i];
                }
            } else {
                Arrays.fill(bytes, at, at + n, (byte) random.nextInt(4));
            }
            at += n;
        }
        return bytes;
    }
}
