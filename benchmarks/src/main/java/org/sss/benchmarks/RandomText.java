package org.sss.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Text like that of Hadoop's RandomTextWriter, which the papers count words in: lines of 10 to 100 words, drawn evenly from
 * a dictionary of 1000 words of 4 to 14 letters. The same seed gives the same bytes everywhere.
 */
public final class RandomText {
    private static final int DICTIONARY_WORDS = 1000;
    private static final int MIN_LETTERS = 4;
    private static final int MAX_LETTERS = 14;
    private static final int MIN_LINE_WORDS = 10;
    private static final int MAX_LINE_WORDS = 100;

    private final SplittableRandom random;
    private final byte[][] words;

    public RandomText(long seed) {
        random = new SplittableRandom(seed);
        Set<String> distinct = new LinkedHashSet<>();
        while (distinct.size() < DICTIONARY_WORDS) {
            distinct.add(word());
        }
        words = distinct.stream().map(w -> w.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }

    /** Writes whole lines until at least {@code bytes} bytes are out; returns how many there were. */
    public long write(OutputStream out, long bytes) throws IOException {
        long written = 0;
        while (written < bytes) {
            written += writeLine(out);
        }
        return written;
    }

    private long writeLine(OutputStream out) throws IOException {
        int count = random.nextInt(MIN_LINE_WORDS, MAX_LINE_WORDS + 1);
        long written = 0;
        for (int i = 1; i <= count; i++) {
            byte[] word = words[random.nextInt(words.length)];
            out.write(word);
            out.write(i == count ? '\n' : ' ');
            written += word.length + 1;
        }
        return written;
    }

    private String word() {
        int letters = random.nextInt(MIN_LETTERS, MAX_LETTERS + 1);
        StringBuilder word = new StringBuilder(letters);
        for (int i = 0; i < letters; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }
}
