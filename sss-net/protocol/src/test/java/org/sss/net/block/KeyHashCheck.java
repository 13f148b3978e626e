package org.sss.net.block;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * A program that hashes keys of 241 to 2,000 bytes in several threads until the code is compiled in several ways, and
 * compares each hash with the expected one. Exits with 1 at the first difference.
 *
 * <pre>
 *   arguments: file of the expected hashes of {@link #pattern}, by length from 0; milliseconds; seed
 * </pre>
 */
final class KeyHashCheck {
    static final int MIN_KEY_BYTES = 241;
    static final int MAX_KEY_BYTES = 2_000;
    private static final int THREADS = 2;
    private static final int SUBGROUPS = 7;
    private static final int ARENA_BYTES = 64 << 10;

    private final long[] expected;
    private final byte[] pattern = pattern();
    private final Random random;
    private final byte[] arena = new byte[ARENA_BYTES];
    /** Retains garbage for a while, so that arrays move. */
    private final byte[][] recent = new byte[256][];

    private long count;

    private KeyHashCheck(long[] expected, long seed) {
        this.expected = expected;
        random = new Random(seed);
    }

    public static void main(String[] args) throws Exception {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(Path.of(args[0])));
        long[] expected = new long[file.remaining() / Long.BYTES];
        file.asLongBuffer().get(expected);
        long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            KeyHashCheck check = new KeyHashCheck(expected, Long.parseLong(args[2]) * THREADS + i);
            threads[i] = new Thread(() -> check.run(end));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The key of a length is the first bytes of this pattern. */
    static byte[] pattern() {
        byte[] bytes = new byte[MAX_KEY_BYTES];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private void run(long end) {
        do {
            everyLength();
            for (int i = 0; i < 100 && System.nanoTime() < end; i++) {
                copied();
                fillArena();
            }
        } while (System.nanoTime() < end);
        System.out.println(count + " hashes");
    }

    private void everyLength() {
        for (int length = MIN_KEY_BYTES; length <= MAX_KEY_BYTES; length++) {
            check("hash in place", length, KeyHash.hash64(pattern, 0, length));
        }
    }

    /** The key in its own array, as returned by a codec. */
    private void copied() {
        byte[] key = Arrays.copyOf(pattern, length());
        recent[random.nextInt(recent.length)] = key;
        check("hash of a copy", key.length, KeyHash.hash64(key, 0, key.length));
    }

    /** As a writer does: copies keys one after the other and assigns each by its hash. */
    private void fillArena() {
        int end = 0;
        int length = length();
        while (end + length <= ARENA_BYTES) {
            System.arraycopy(pattern, 0, arena, end, length);
            if (KeyHash.subgroup(KeyHash.hash64(arena, end, length), SUBGROUPS)
                    != KeyHash.subgroup(expected[length], SUBGROUPS)) {
                fail("subgroup", length);
            }
            count++;
            end += length;
            length = length();
        }
    }

    private int length() {
        return MIN_KEY_BYTES + random.nextInt(MAX_KEY_BYTES - MIN_KEY_BYTES + 1);
    }

    private void check(String what, int length, long hash) {
        if (hash != expected[length]) {
            fail(what, length);
        }
        count++;
    }

    private void fail(String what, int length) {
        System.out.println("wrong " + what + " of a key of " + length + " bytes after " + count + " hashes");
        System.exit(1);
    }
}
