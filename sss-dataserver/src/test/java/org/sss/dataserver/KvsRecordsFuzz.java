package org.sss.dataserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.net.testing.FuzzTarget;

/**
 * A file as Tokyo Cabinet leaves it, of which the records are found without the library. A record that is reported must
 * be in the file. One thread.
 *
 * <pre>
 *   input: u8 (1 makes the header good), the file
 * </pre>
 */
public final class KvsRecordsFuzz implements FuzzTarget {
    private static final int HEADER_BYTES = 256;
    private static final int HEAD_BYTES = 300;
    private Path file;

    @Override
    public boolean accepts(byte[] input) throws IOException {
        byte[] bytes = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
        if (input.length > 0 && (input[0] & 1) != 0 && bytes.length >= HEADER_BYTES) {
            header(bytes);
        }
        if (file == null) {
            file = Files.createTempFile("records", ".bdb");
            file.toFile().deleteOnExit();
        }
        Files.write(file, bytes);
        return areFound(bytes);
    }

    /** Returns false if the file was refused. */
    private boolean areFound(byte[] bytes) {
        long[] visited = new long[1];
        try {
            long counted = BdbRecords.walk(file, HEAD_BYTES, (key, keyBytes, valueAt, valueBytes, head) -> {
                visited[0]++;
                check(bytes, key, keyBytes, valueAt, valueBytes, head);
            });
            if (counted != visited[0]) {
                throw new AssertionError(visited[0] + " records were visited, " + counted + " were counted");
            }
            return true;
        } catch (KvsException e) {
            if (e.error() != KvsError.META
                    && e.error() != KvsError.NOT_CLOSED
                    && e.error() != KvsError.WRITE_FAILED
                    && e.error() != KvsError.DAMAGED) {
                throw e;
            }
            return false;
        }
    }

    private static void check(byte[] bytes, byte[] key, int keyBytes, long valueAt, int valueBytes, ByteBuffer head) {
        boolean inside = keyBytes >= 0
                && valueBytes >= 0
                && valueAt - keyBytes >= HEADER_BYTES
                && valueAt + valueBytes <= bytes.length;
        int at = (int) valueAt;
        if (!inside
                || head.remaining() != Math.min(HEAD_BYTES, valueBytes)
                || !Arrays.equals(key, 0, keyBytes, bytes, at - keyBytes, at)
                || !head.equals(ByteBuffer.wrap(bytes, at, head.remaining()))) {
            throw new AssertionError("a record with a key of " + keyBytes + " and a value of " + valueBytes
                    + " bytes at " + valueAt + " is not in the file");
        }
    }

    private static void header(byte[] file) {
        byte[] magic = "ToKyO CaBiNeT\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(magic, 0, file, 0, magic.length);
        ByteBuffer header = ByteBuffer.wrap(file);
        header.put(32, (byte) 1).put(33, (byte) (file[33] & 2)).put(36, (byte) (file[36] & 1));
        header.putLong(56, file.length).putLong(64, HEADER_BYTES);
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        seeds.put("empty", seed());
        seeds.put("one", seed(leaf("1", "a", "1")));
        seeds.put(
                "leaves",
                seed(
                        leaf("1", "a", "1", "b", "x".repeat(200)),
                        free(32),
                        node(),
                        leaf("2", "c", "", "", "y".repeat(400))));
        return seeds;
    }

    private static byte[] seed(byte[]... pages) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(1);
        bytes.writeBytes(new byte[HEADER_BYTES]);
        for (byte[] page : pages) {
            bytes.writeBytes(page);
        }
        byte[] seed = bytes.toByteArray();
        byte[] file = Arrays.copyOfRange(seed, 1, seed.length);
        file[34] = 4;
        header(file);
        System.arraycopy(file, 0, seed, 1, file.length);
        return seed;
    }

    private static byte[] free(int bytes) {
        return ByteBuffer.allocate(bytes).put((byte) 0xB0).putInt(bytes).array();
    }

    private static byte[] node() {
        return page("#1", new byte[] {1, 2, 3});
    }

    private static byte[] leaf(String name, String... keysAndValues) {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        value.write(0);
        value.write(0);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            number(keysAndValues[i].length(), value);
            number(keysAndValues[i + 1].length(), value);
            value.write(0);
            value.writeBytes(keysAndValues[i].getBytes(StandardCharsets.US_ASCII));
            value.writeBytes(keysAndValues[i + 1].getBytes(StandardCharsets.US_ASCII));
        }
        return page(name, value.toByteArray());
    }

    /** With padding up to the next multiple of 16. */
    private static byte[] page(String key, byte[] value) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.write(0xC8);
        page.writeBytes(new byte[11]);
        number(key.length(), page);
        number(value.length, page);
        page.writeBytes(key.getBytes(StandardCharsets.US_ASCII));
        page.writeBytes(value);
        int bytes = (page.size() + 15) / 16 * 16;
        return ByteBuffer.wrap(Arrays.copyOf(page.toByteArray(), bytes))
                .putShort(10, (short) (bytes - page.size()))
                .array();
    }

    private static void number(int number, ByteArrayOutputStream into) {
        for (int left = number; ; left >>>= 7) {
            if (left < 0x80) {
                into.write(left);
                return;
            }
            into.write(~(left & 0x7F));
        }
    }
}
