package org.sss.net.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Runs of tuples in memory. */
final class Blocks {
    /** A key and a value. */
    record Tuple(byte[] key, byte[] value) {
        @Override
        public boolean equals(Object o) {
            return o instanceof Tuple t && Arrays.equals(key, t.key) && Arrays.equals(value, t.value);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(key) + Arrays.hashCode(value);
        }

        @Override
        public String toString() {
            return key.length + " bytes of key, " + value.length + " of value";
        }
    }

    private Blocks() {}

    static List<byte[]> write(List<Tuple> tuples) {
        return write(tuples, Compression.NONE);
    }

    static List<byte[]> write(List<Tuple> tuples, Compression compression) {
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)), compression);
        tuples.forEach(t -> writer.add(t.key, 0, t.key.length, t.value, 0, t.value.length));
        writer.finish();
        return blocks;
    }

    static List<Tuple> read(List<byte[]> blocks) {
        return read(new Source(blocks));
    }

    static List<Tuple> read(BlockSource source) {
        List<Tuple> tuples = new ArrayList<>();
        try (RunCursor cursor = new RunCursor(source)) {
            while (cursor.next()) {
                tuples.add(new Tuple(
                        copy(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength()),
                        copy(cursor.valueArray(), cursor.valueOffset(), cursor.valueLength())));
            }
        }
        return tuples;
    }

    /** Recomputes the checksum. */
    static void seal(byte[] block) {
        CRC32C crc = new CRC32C();
        crc.update(block, BlockFormat.FLAGS_AT, block.length - BlockFormat.FLAGS_AT);
        BigEndian.putInt(block, BlockFormat.CRC_AT, (int) crc.getValue());
    }

    static byte[] copy(byte[] bytes, int offset, int length) {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /**
     * A source that fails once instead of returning the block of that number, and continues after it on the next
     * call.
     */
    static final class FailingOnce implements BlockSource {
        private final Source source;
        private int untilFailure;

        FailingOnce(List<byte[]> blocks, int failsAt) {
            source = new Source(blocks);
            untilFailure = failsAt;
        }

        @Override
        public boolean next(BlockReader reader) {
            boolean loaded = source.next(reader);
            if (untilFailure-- == 0) {
                throw new SssException(ErrorCode.TIMEOUT, "the server is stuck");
            }
            return loaded;
        }

        @Override
        public void close() {
            source.close();
        }
    }

    /** Returns each block at an offset in an array that it overwrites afterwards, as a careless owner would. */
    static final class Source implements BlockSource {
        private final List<byte[]> blocks;
        private final byte[] array = new byte[BlockFormat.MAX_BLOCK_BYTES + 16];
        private int next;
        boolean closed;

        Source(List<byte[]> blocks) {
            this.blocks = blocks;
        }

        @Override
        public boolean next(BlockReader reader) {
            Arrays.fill(array, (byte) 0x55);
            if (next == blocks.size()) {
                return false;
            }
            byte[] block = blocks.get(next++);
            System.arraycopy(block, 0, array, 7, block.length);
            reader.reset(array, 7, block.length);
            return true;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
