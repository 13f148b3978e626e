package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Text with a large vocabulary that is used as natural language is: word number r about as often as 1/r, words of 2 to 13 letters.
 * Lines of 10 to 100 words, until there are at least as many bytes as asked for.
 *
 * @param vocabulary number of words that may occur
 * @param leastBytes of a word, 0 for the lengths above
 * @param mostBytes  of a word; all lengths from the least on are equally frequent among the words of the vocabulary
 */
public record ZipfTextData(long bytes, int vocabulary, int leastBytes, int mostBytes) implements Generator {
    /** The number of a word takes up to seven letters. */
    public static final int SHORTEST = 8;
    public static final int LONGEST = 4096;
    private static final long SEED = 11;
    private static final int LETTERS = 26;
    private static final int LEAST_WORDS = 10;
    private static final int WORD_RANGE = 91;
    private static final int MOST_LETTERS = 16;
    private static final int FACTOR = 0x9E3779B1;

    public ZipfTextData(long bytes, int vocabulary) {
        this(bytes, vocabulary, 0, 0);
    }

    @Override
    public String fileName() {
        String lengths = leastBytes == 0 ? "" : leastBytes + "to" + mostBytes + "-";
        return "zipf-" + SEED + "-" + vocabulary + "-" + lengths + bytes + ".txt";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        double logarithm = StrictMath.log(vocabulary + 1.0);
        byte[] word = new byte[Math.max(MOST_LETTERS, mostBytes + 1)];
        for (long written = 0; written < bytes;) {
            int count = LEAST_WORDS + random.below(WORD_RANGE);
            for (int i = 1; i <= count; i++) {
                // The inverse of the distribution function of 1/x on [1, vocabulary + 1).
                int rank = (int) StrictMath.exp(random.unit() * logarithm);
                int length = spell(rank, word);
                word[length] = (byte) (i == count ? '\n' : ' ');
                out.write(word, 0, length + 1);
                written += length + 1;
            }
        }
    }

    /** Another word for each rank: its digits to the base 26, then up to six letters that depend on it, or as many as fill it up. */
    private int spell(int rank, byte[] word) {
        int length = 0;
        for (int rest = rank; rest > 0; rest /= LETTERS) {
            word[length++] = (byte) ('a' + rest % LETTERS);
        }
        word[length++] = 'a'; // nowhere behind this, so that no two ranks have one word
        int more = leastBytes == 0 ? rank % 7 : letters(rank) - length;
        for (int i = 0; i < more; i++) {
            word[length++] = (byte) ('b' + (rank >>> i) % (LETTERS - 1));
        }
        return length;
    }

    /** Neighbours in rank are not neighbours in length. */
    private int letters(int rank) {
        return leastBytes + (rank * FACTOR >>> 1) % (mostBytes - leastBytes + 1);
    }
}
