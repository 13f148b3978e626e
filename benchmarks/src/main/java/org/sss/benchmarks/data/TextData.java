package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Text like that of Hadoop's RandomTextWriter, which the papers count words in: lines of 10 to 100 words, drawn evenly from 1,000
 * words of a dictionary. Whole lines, until there are at least as many bytes as asked for.
 */
public record TextData(long bytes) implements Generator {
    private static final long SEED = 7;
    private static final int LEAST_WORDS = 10;
    private static final int WORD_RANGE = 91;

    @Override
    public String fileName() {
        return "text-" + SEED + "-" + bytes + ".txt";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        byte[][] words = words();
        Random64 random = new Random64(SEED);
        for (long written = 0; written < bytes;) {
            int count = LEAST_WORDS + random.below(WORD_RANGE);
            for (int i = 1; i <= count; i++) {
                byte[] word = words[random.below(words.length)];
                out.write(word);
                out.write(i == count ? '\n' : ' ');
                written += word.length + 1;
            }
        }
    }

    static byte[][] words() throws IOException {
        try (InputStream in = TextData.class.getResourceAsStream("words.txt")) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
            return lines.stream().map(word -> word.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
        }
    }
}
