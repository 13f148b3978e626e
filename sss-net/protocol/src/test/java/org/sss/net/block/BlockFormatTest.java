package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

/** If the golden bytes change, stored groups can no longer be read. */
class BlockFormatTest {
    private static final List<Tuple> TUPLES = List.of(
            new Tuple("apple".getBytes(), "1".getBytes()),
            new Tuple("apple".getBytes(), new byte[0]),
            new Tuple("pear".getBytes(), new byte[] {(byte) 0xFF, 0, 7}));
    private static final String GOLDEN = "53534201" + "00000032" + "bdad7bfb" + "00" + "00" + "0000"
            + "00000003" + "00000003" + "0000002a" + "00000012"
            + "03" + "05" + "6170706c65" + "31"
            + "00"
            + "07" + "04" + "70656172" + "ff0007";

    private static final String GOLDEN_WITHOUT_DATA_BYTES = "53534201" + "00000032" + "78d4762f" + "00" + "00" + "0000"
            + "00000003" + "00000003" + "0000002a" + "00000000"
            + "03" + "05" + "6170706c65" + "31"
            + "00"
            + "07" + "04" + "70656172" + "ff0007";

    @Test
    void theBytesOfABlockNeverChange() {
        List<byte[]> blocks = Blocks.write(TUPLES);
        assertThat(blocks).hasSize(1);
        assertThat(HexFormat.of().formatHex(blocks.get(0))).isEqualTo(GOLDEN);
    }

    @Test
    void readsBlockWithoutDataBytes() {
        byte[] block = HexFormat.of().parseHex(GOLDEN_WITHOUT_DATA_BYTES);
        assertThat(Blocks.read(List.of(block))).isEqualTo(TUPLES);
    }

    @Test
    void headerCountsKeyPerTupleAndOnceForAValueInPieces() {
        byte[] large = new byte[2 * BlockFormat.MAX_PIECE_BYTES + 7];
        List<Tuple> tuples = List.of(
                new Tuple("key".getBytes(), large),
                new Tuple("key".getBytes(), new byte[2]),
                new Tuple("last".getBytes(), new byte[1]));
        long dataBytes = 0;
        for (byte[] block : Blocks.write(tuples)) {
            dataBytes += BigEndian.getInt(block, BlockFormat.DATA_BYTES_AT);
        }
        assertThat(dataBytes).isEqualTo(3 + large.length + 3 + 2 + 4 + 1);
    }

    @Test
    void detectsAnyFlippedBit() {
        byte[] block = Blocks.write(TUPLES).get(0);
        for (int bit = 0; bit < 8 * block.length; bit++) {
            byte[] damaged = block.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertCorrupt(damaged, "bit " + bit);
        }
    }

    @Test
    void rejectsTruncatedAndPaddedBlocks() {
        byte[] block = Blocks.write(TUPLES).get(0);
        for (int length = 0; length < block.length + 40; length++) {
            if (length != block.length) {
                assertCorrupt(Arrays.copyOf(block, length), "length " + length);
            }
        }
    }

    /** A bug of a writer, or a checksum collision: still no wrong read and no other exception. */
    @Test
    void invalidBytesWithValidChecksumAreNotReadOutsideOfTheBlock() {
        byte[] block = Blocks.write(TUPLES).get(0);
        for (int at = BlockFormat.FLAGS_AT; at < block.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] damaged = block.clone();
                damaged[at] = (byte) value;
                Blocks.seal(damaged);
                Throwable t = catchThrowable(() -> Blocks.read(List.of(damaged)));
                if (t != null) {
                    assertThat(t)
                            .isInstanceOfSatisfying(
                                    SssException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
                }
            }
        }
    }

    @Test
    void rejectsFirstEntryWithoutKey() {
        byte[] block = Blocks.write(TUPLES).get(0);
        block[BlockFormat.HEADER_BYTES] = 2;
        Blocks.seal(block);
        assertCorrupt(block, "no key");
    }

    @Test
    void rejectsEntriesThatDoNotFillTheBlock() {
        byte[] block = Blocks.write(TUPLES).get(0);
        block[BlockFormat.ENTRIES_AT + 3] = 2;
        Blocks.seal(block);
        assertCorrupt(block, "two of three entries");
    }

    @Test
    void statsAreReadFromTheHeaderAlone() {
        byte[] block = Blocks.write(TUPLES).get(0);
        assertThat(BlockStats.of(Unpooled.wrappedBuffer(block))).isEqualTo(new BlockStats(block.length, 3, 3, 18));
        block[0]++;
        assertThat(catchThrowable(() -> BlockStats.of(Unpooled.wrappedBuffer(block))))
                .isInstanceOf(SssException.class);
    }

    @Test
    void headerHasOffsetOfLastKey() {
        byte[] block = Blocks.write(TUPLES).get(0);
        int at = BigEndian.getInt(block, BlockFormat.LAST_KEY_AT);
        assertThat(new String(block, at + 1, block[at])).isEqualTo("pear");
    }

    private static void assertCorrupt(byte[] block, String what) {
        Throwable t = catchThrowable(() -> Blocks.read(List.of(block)));
        assertThat(t)
                .as(what)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
}
