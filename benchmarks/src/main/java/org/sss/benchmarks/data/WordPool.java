package org.sss.benchmarks.data;

/** Text of words of 3 to 10 letters in random order, the same for the same seed. Stateless. */
final class WordPool {
    private static final int WORDS = 1000;
    private static final int SHORTEST = 3;
    private static final int LENGTHS = 8;
    private static final int LETTERS = 26;

    private WordPool() {}

    static byte[] of(long seed, int bytes) {
        byte[][] words = new byte[WORDS][];
        for (int word = 0; word < WORDS; word++) {
            words[word] = word(Mix.word(seed, word));
        }
        byte[] text = new byte[bytes];
        int at = 0;
        for (int i = WORDS; at < bytes; i++) {
            byte[] word = words[(int) Long.remainderUnsigned(Mix.word(seed, i), WORDS)];
            int length = Math.min(word.length, bytes - at);
            System.arraycopy(word, 0, text, at, length);
            at += length;
        }
        return text;
    }

    /** Letters, and a space after them. */
    private static byte[] word(long random) {
        byte[] word = new byte[SHORTEST + (int) (random & LENGTHS - 1) + 1];
        long left = random >>> 3;
        for (int i = 0; i < word.length - 1; i++) {
            word[i] = (byte) ('a' + left % LETTERS);
            left /= LETTERS;
        }
        word[word.length - 1] = ' ';
        return word;
    }
}
