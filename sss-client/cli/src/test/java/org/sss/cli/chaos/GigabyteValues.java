package org.sss.cli.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;

/** A program that writes values of the maximum size and reads them back; to be run with a small heap. */
final class GigabyteValues {
    static final int VALUES = 3;
    private static final long BYTES = 1L << 30;
    private static final TupleGroup<Long, Bytes> GROUP = TupleGroup.of("gigabytes", Codecs.LONG, Codecs.BYTES);

    private GigabyteValues() {}

    /** Exits with code 0 on success. */
    public static void main(String[] args) throws IOException {
        try (SssClient client = SssClient.connect(args[0])) {
            write(client);
            for (long key = 0; key < VALUES; key++) {
                try (InputStream value = client.openValue(GROUP, key)) {
                    check(value, key);
                }
            }
            checkScan(client);
        }
        System.out.println("all " + VALUES + " values are as they were written");
        System.out.println(Files.readString(Path.of("/proc/self/status")));
    }

    private static void write(SssClient client) throws IOException {
        try (GroupWriter<Long, Bytes> writer = client.write(GROUP)) {
            for (long key = 0; key < VALUES; key++) {
                writer.append(key, new Noise(key, BYTES));
            }
            try {
                writer.append(99L, new Noise(99, BYTES + 1));
                throw new IllegalStateException("a value of 1 GiB and a byte was taken");
            } catch (SssException e) {
                require(e.code() == ErrorCode.TOO_LARGE, "the code of the refusal", e.code());
            }
            require(writer.commit().tuples() == VALUES, "the number of tuples", "another");
        }
    }

    private static void checkScan(SssClient client) throws IOException {
        try (RawTuples tuples = client.raw("gigabytes", null, null, null)) {
            for (long key = 0; key < VALUES; key++) {
                require(tuples.next(), "tuple " + key, "missing");
                if (key == 1) {
                    check(tuples.valueStream(), key); // the others are skipped
                }
            }
            require(!tuples.next(), "the end of the scan", "a tuple");
        }
    }

    private static void check(InputStream value, long key) throws IOException {
        long expected = checksum(new Noise(key, BYTES));
        long found = checksum(value);
        require(expected == found, "the checksum of value " + key, found);
    }

    private static long checksum(InputStream in) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[64 << 10];
        for (int bytes; (bytes = in.read(buffer)) > 0; ) {
            crc.update(buffer, 0, bytes);
        }
        return crc.getValue();
    }

    private static void require(boolean good, String what, Object found) {
        if (!good) {
            throw new IllegalStateException(what + " is wrong: " + found);
        }
    }

    /** Incompressible bytes that are reproducible from a seed. */
    private static final class Noise extends InputStream {
        private final byte[] block = new byte[(1 << 20) + 7];
        private final int shift;
        private final long length;
        private long at;

        Noise(long seed, long length) {
            new Random(seed).nextBytes(block);
            shift = (int) seed;
            this.length = length;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int offset, int most) {
            if (at == length) {
                return -1;
            }
            int from = (int) ((at + shift) % block.length);
            int bytes = (int) Math.min(length - at, Math.min(most, block.length - from));
            System.arraycopy(block, from, into, offset, bytes);
            at += bytes;
            return bytes;
        }
    }
}
