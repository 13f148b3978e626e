package org.sss.kvs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Damages copies of a sealed file at random, reads each as a data server does, and prints one line for each. Its own process,
 * because a copy that got past the seal may end it: main FILE SEED COUNT [unverified].
 */
final class DamagedFiles {
    private DamagedFiles() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        boolean verified = arguments.length < 4;
        byte[] good = Files.readAllBytes(file);
        for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
            Path copy = file.resolveSibling("damaged-" + i);
            Files.write(copy, i % 4 == 0 ? cut(good, random) : flip(good, random));
            System.out.println(i + " " + outcome(copy, verified));
            Files.delete(copy);
        }
        System.out.println("finished");
    }

    private static byte[] cut(byte[] good, Random random) {
        return Arrays.copyOf(good, random.nextInt(good.length));
    }

    /** One to four bits; every other time in the header and the first page, where the sizes are. */
    private static byte[] flip(byte[] good, Random random) {
        byte[] bad = good.clone();
        int range = random.nextBoolean() ? bad.length : Math.min(bad.length, 24 << 10);
        for (int bits = 1 + random.nextInt(4); bits > 0; bits--) {
            bad[random.nextInt(range)] ^= (byte) (1 << random.nextInt(8));
        }
        return Arrays.equals(bad, good) ? cut(good, random) : bad;
    }

    private static String outcome(Path copy, boolean verified) {
        try (KvsReader reader = verified
                ? KvsReader.openVerified(copy, Records.TUNING) : KvsReader.open(copy, Records.TUNING)) {
            return "read " + readAll(reader);
        } catch (KvsException e) {
            return "refused " + e.error();
        }
    }

    private static int readAll(KvsReader reader) {
        ByteBuffer out = ByteBuffer.allocateDirect(1 << 20);
        int records = 0;
        try (KvsCursor cursor = reader.cursor()) {
            for (int got; (got = cursor.read(out.clear(), null)) > 0; ) {
                records += got;
            }
        }
        return records;
    }
}
