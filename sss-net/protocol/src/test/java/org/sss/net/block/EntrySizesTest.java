package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

/** Entries with lengths of one, two and three bytes, for which reader and writer have separate code paths. */
class EntrySizesTest {
    private static final int[] VALUE_BYTES = {0, 1, 63, 64, 65, 127, 128, 8191, 8192, 8193};
    private static final int[] KEY_BYTES = {0, 1, 9, 126, 127, 128, 129, 300};

    private final Random random = new Random(42);

    @Test
    void readsEntriesOfAllSizesAsSpecified() {
        for (int round = 0; round < 300; round++) {
            List<Tuple> tuples = tuples(1 + random.nextInt(40));
            List<byte[]> blocks = Blocks.write(tuples);
            assertThat(walkedBytewise(blocks)).isEqualTo(tuples);
            assertThat(Blocks.read(blocks)).isEqualTo(tuples);
        }
    }

    @Test
    void adjacentKeyAndValueAreWrittenAlike() {
        for (int round = 0; round < 300; round++) {
            List<Tuple> tuples = tuples(1 + random.nextInt(40));
            assertThat(writtenFromOneArray(tuples)).containsExactlyElementsOf(Blocks.write(tuples));
        }
    }

    @Test
    void damagedLengthsWithValidChecksumAreReadAsSpecifiedOrRejected() {
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            byte[] block = Blocks.write(tuples(1 + random.nextInt(4))).get(0);
            int entryBytes = block.length - BlockFormat.HEADER_BYTES;
            byte[] damaged = Arrays.copyOf(block, block.length - random.nextInt(Math.min(3, entryBytes)));
            int at = random.nextInt(Math.min(4, damaged.length - BlockFormat.HEADER_BYTES));
            damaged[BlockFormat.HEADER_BYTES + at] ^= (byte) (1 << random.nextInt(8));
            BigEndian.putInt(damaged, BlockFormat.LENGTH_AT, damaged.length);
            Blocks.seal(damaged);
            SssException failure = catchThrowableOfType(
                    SssException.class,
                    () -> assertThat(Blocks.read(List.of(damaged))).isEqualTo(walkedBytewise(List.of(damaged))));
            if (failure != null) {
                assertThat(failure.code()).isEqualTo(ErrorCode.CORRUPT);
                refused++;
            }
        }
        assertThat(refused).isBetween(100, 2_999);
    }

    /** In the order of keys, with some keys twice. */
    private List<Tuple> tuples(int count) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = i > 0 && random.nextInt(4) == 0
                    ? tuples.get(i - 1).key()
                    : Blocks.random(random, KEY_BYTES[random.nextInt(KEY_BYTES.length)]);
            tuples.add(new Tuple(key, Blocks.random(random, VALUE_BYTES[random.nextInt(VALUE_BYTES.length)])));
        }
        tuples.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        return tuples;
    }

    private static List<byte[]> writtenFromOneArray(List<Tuple> tuples) {
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)));
        for (Tuple t : tuples) {
            byte[] both = Arrays.copyOfRange(t.key(), 0, t.key().length + t.value().length);
            System.arraycopy(t.value(), 0, both, t.key().length, t.value().length);
            writer.add(both, 0, t.key().length, both, t.key().length, t.value().length);
        }
        writer.finish();
        return blocks;
    }

    /** As many entries as the headers specify, by the grammar of {@link BlockFormat} only. */
    private static List<Tuple> walkedBytewise(List<byte[]> blocks) {
        List<Tuple> tuples = new ArrayList<>();
        for (byte[] block : blocks) {
            byte[] key = null;
            int[] at = {BlockFormat.HEADER_BYTES};
            for (int left = BigEndian.getInt(block, BlockFormat.ENTRIES_AT); left > 0; left--) {
                int head = varint(block, at);
                if ((head & 1) != 0) {
                    key = take(block, at, varint(block, at));
                }
                tuples.add(new Tuple(key, take(block, at, head >>> 1)));
            }
        }
        return tuples;
    }

    private static byte[] take(byte[] block, int[] at, int length) {
        at[0] += length;
        return Blocks.copy(block, at[0] - length, length);
    }

    private static int varint(byte[] block, int[] at) {
        int value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = block[at[0]++];
            value |= (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }
}
