package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lines of one random word each, of 4 to 11 letters; one in 100,000 is one of four words that are searched for. */
public record NeedleData(long bytes) implements Generator {
    public static final List<String> NEEDLES = List.of("Helloworld", "howareyou", "ferrari", "whotheman");
    private static final long SEED = 41;
    private static final int ONE_IN = 100_000;
    private static final int LEAST_LETTERS = 4;

    @Override
    public String fileName() {
        return "needles-" + SEED + "-" + bytes + ".txt";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        byte[][] needles = NEEDLES.stream().map(word -> (word + "\n").getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
        byte[] word = new byte[LEAST_LETTERS + 8];
        for (long written = 0; written < bytes;) {
            if (random.below(ONE_IN) == 0) {
                byte[] needle = needles[random.below(needles.length)];
                out.write(needle);
                written += needle.length;
            } else {
                long bits = random.next();
                int letters = LEAST_LETTERS + (int) (bits & 7);
                for (int i = 0; i < letters; i++) {
                    word[i] = (byte) ('a' + (bits >>> 3 + 4 * i & 15));
                }
                word[letters] = '\n';
                out.write(word, 0, letters + 1);
                written += letters + 1;
            }
        }
    }
}
