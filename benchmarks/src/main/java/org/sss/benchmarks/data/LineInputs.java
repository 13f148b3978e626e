package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/** Inputs of lines. Of a text there are whole lines, until there are at least as many bytes as asked for. Stateless. */
public final class LineInputs {
    /** Words that are searched for. */
    public static final List<String> NEEDLES = List.of("Helloworld", "howareyou", "ferrari", "whotheman");
    /** Bytes of a word of a zipf text: its number takes up to seven letters. */
    public static final int SHORTEST = 8;

    public static final int LONGEST = 4096;
    private static final int MIN_WORDS = 10;
    private static final int WORD_RANGE = 91;
    private static final int LETTERS = 26;
    private static final int MAX_LETTERS = 16;
    private static final int FACTOR = 0x9E3779B1;
    private static final int ONE_NEEDLE_IN = 100_000;

    private LineInputs() {}

    /**
     * Text like that of Hadoop's RandomTextWriter, which the papers count words in: lines of 10 to 100 words, drawn
     * evenly from 1,000 words of a dictionary.
     */
    public static Generator text(long bytes) {
        return new Generator("text-7-" + bytes + ".txt", 7, bytes, (out, random) -> {
            byte[][] words = words();
            for (long written = 0; written < bytes; ) {
                int count = MIN_WORDS + random.below(WORD_RANGE);
                for (int i = 1; i <= count; i++) {
                    byte[] word = words[random.below(words.length)];
                    out.write(word);
                    out.write(i == count ? '\n' : ' ');
                    written += word.length + 1;
                }
            }
        });
    }

    private static byte[][] words() throws IOException {
        try (InputStream in = LineInputs.class.getResourceAsStream("words.txt")) {
            return encoded(
                    new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                            .lines()
                            .toList(),
                    "");
        }
    }

    private static byte[][] encoded(Collection<String> words, String end) {
        return words.stream()
                .map(word -> (word + end).getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /** Lines of 10 to 100 words of 2 to 13 letters, the word of rank r with a probability of nearly 1 / r. */
    public static Generator zipf(long bytes, int vocabulary) {
        return zipf(bytes, vocabulary, 0, 0);
    }

    /**
     * The same with words of other lengths, which are equally frequent among the words of the vocabulary.
     *
     * @param vocabulary number of words that may occur
     * @param minBytes   of a word, 0 for the lengths above
     * @param maxBytes   of a word
     */
    public static Generator zipf(long bytes, int vocabulary, int minBytes, int maxBytes) {
        String lengths = minBytes == 0 ? "" : minBytes + "to" + maxBytes + "-";
        return new Generator("zipf-11-" + vocabulary + "-" + lengths + bytes + ".txt", 11, bytes, (out, random) -> {
            double logarithm = StrictMath.log(vocabulary + 1.0);
            byte[] word = new byte[Math.max(MAX_LETTERS, maxBytes + 1)];
            for (long written = 0; written < bytes; ) {
                int count = MIN_WORDS + random.below(WORD_RANGE);
                for (int i = 1; i <= count; i++) {
                    // The inverse of the distribution function of 1/x on [1, vocabulary + 1).
                    int rank = (int) StrictMath.exp(random.unit() * logarithm);
                    int length = spell(rank, minBytes, maxBytes, word);
                    word[length] = (byte) (i == count ? '\n' : ' ');
                    out.write(word, 0, length + 1);
                    written += length + 1;
                }
            }
        });
    }

    /**
     * Another word for each rank: its digits to the base 26, then up to six letters that depend on it, or as many as
     * fill it up.
     */
    private static int spell(int rank, int minBytes, int maxBytes, byte[] word) {
        int length = 0;
        for (int rest = rank; rest > 0; rest /= LETTERS) {
            word[length++] = (byte) ('a' + rest % LETTERS);
        }
        word[length++] = 'a'; // nowhere after this, so that no two ranks have one word
        // Neighbours in rank are not neighbours in length.
        int more = minBytes == 0 ? rank % 7 : minBytes + (rank * FACTOR >>> 1) % (maxBytes - minBytes + 1) - length;
        for (int i = 0; i < more; i++) {
            word[length++] = (byte) ('b' + (rank >>> i) % (LETTERS - 1));
        }
        return length;
    }

    /** Lines of one random word each, of 4 to 11 letters; one in 100,000 is one of the {@link #NEEDLES}. */
    public static Generator needles(long bytes) {
        return new Generator("needles-41-" + bytes + ".txt", 41, bytes, (out, random) -> {
            byte[][] needles = encoded(NEEDLES, "\n");
            byte[] word = new byte[MAX_LETTERS];
            for (long written = 0; written < bytes; ) {
                if (random.below(ONE_NEEDLE_IN) == 0) {
                    byte[] needle = needles[random.below(needles.length)];
                    out.write(needle);
                    written += needle.length;
                } else {
                    int length = randomWord(random.next(), word);
                    out.write(word, 0, length);
                    written += length;
                }
            }
        });
    }

    private static int randomWord(long bits, byte[] word) {
        int letters = 4 + (int) (bits & 7);
        for (int i = 0; i < letters; i++) {
            word[i] = (byte) ('a' + (bits >>> 3 + 4 * i & 15));
        }
        word[letters] = '\n';
        return letters + 1;
    }

    /**
     * Lines {@code source TAB target}. Each vertex has an edge that leaves it; the targets, and the sources of the
     * other edges, are chosen by a power law, so some vertices have many edges and many have none that lead to them.
     */
    public static Generator graph(int vertices, int edges) {
        return new Generator(
                "graph-200-" + vertices + "-" + edges + ".tsv",
                200,
                Math.round(edges * (2 * digits(vertices) + 2)),
                (out, random) -> writeGraph(vertices, edges, out, random));
    }

    /** Bytes of a graph; there may be fewer. */
    public static long maxGraphBytes(int vertices, int edges) {
        return (long) edges * (2 * Integer.toString(vertices - 1).length() + 2);
    }

    /** Of the number of a vertex, in the mean. */
    private static double digits(int vertices) {
        long digits = 0;
        for (long first = 1, length = 1; first < vertices; first *= 10, length++) {
            digits += length * (Math.min(vertices, first * 10) - first);
        }
        return (digits + 1.0) / vertices;
    }

    private static void writeGraph(int vertices, int edges, OutputStream out, Random64 random) throws IOException {
        for (int i = 0; i < edges; i++) {
            int source = i < vertices ? i : skewed(vertices, random);
            int target = skewed(vertices, random);
            out.write((source + "\t" + target + "\n").getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Cubed, uniform numbers are mostly near 0; then the vertices are spread, so that popular ones are not neighbours.
     */
    private static int skewed(int vertices, Random64 random) {
        double u = random.unit();
        long rank = (long) (vertices * (u * u * u));
        return (int) ((rank * 7919 + 13) % vertices);
    }
}
