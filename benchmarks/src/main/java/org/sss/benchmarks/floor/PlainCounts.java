package org.sss.benchmarks.floor;

import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.measure.Workload;

/** Programs whose answer is a small array of numbers: histogram, linear regression, string match. Stateless. */
final class PlainCounts {
    private static final int HEADER = 54;
    private static final int COLORS = 256;
    private static final int CHANNELS = 3;
    private static final String[] SUMS = {"n", "SX", "SY", "SXX", "SYY", "SXY"};
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x7F7F7F7F7F7F7F7FL;
    private static final String[] NEEDLES = {"Helloworld", "howareyou", "ferrari", "whotheman"};
    private static final int[] NEEDLE_OF_FIRST_LETTER = new int[256];

    static {
        Arrays.fill(NEEDLE_OF_FIRST_LETTER, -1);
        for (int n = 0; n < NEEDLES.length; n++) {
            NEEDLE_OF_FIRST_LETTER[NEEDLES[n].charAt(0)] = n; // no two of them begin alike
        }
    }

    private PlainCounts() {
    }

    /** How often each value of each channel occurs. */
    static void histogram(Workload workload, Path output) throws Exception {
        ByteChunks chunks = new ByteChunks(workload.input(), HEADER, CHANNELS);
        long[] counts = sum(Threads.run(thread -> {
            long[] own = new long[CHANNELS * COLORS];
            chunks.forEach((bytes, length) -> {
                for (int i = 0; i + CHANNELS <= length; i += CHANNELS) {
                    own[bytes[i] & 0xFF]++;
                    own[COLORS + (bytes[i + 1] & 0xFF)]++;
                    own[2 * COLORS + (bytes[i + 2] & 0xFF)]++;
                }
            });
            return own;
        }));
        try (PrintStream out = new PrintStream(output.toFile())) {
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    out.print(i + "\t" + counts[i] + "\n");
                }
            }
        }
    }

    /** The five sums that a line through the points is made of. */
    static void regression(Workload workload, Path output) throws Exception {
        ByteChunks chunks = new ByteChunks(workload.input(), 0, 2);
        long[] sums = sum(Threads.run(thread -> {
            long[] own = new long[SUMS.length];
            chunks.forEach((bytes, length) -> addPoints(bytes, length, own));
            return own;
        }));
        try (PrintStream out = new PrintStream(output.toFile())) {
            for (int i = 0; i < sums.length; i++) {
                out.print(SUMS[i] + "\t" + sums[i] + "\n");
            }
        }
    }

    private static void addPoints(byte[] bytes, int length, long[] sums) {
        long sx = 0;
        long sy = 0;
        long sxx = 0;
        long syy = 0;
        long sxy = 0;
        for (int i = 0, last = length - 1; i < last; i += 2) {
            int x = bytes[i];
            int y = bytes[i + 1];
            sx += x;
            sy += y;
            sxx += x * x;
            syy += y * y;
            sxy += x * y;
        }
        sums[0] += length / 2;
        sums[1] += sx;
        sums[2] += sy;
        sums[3] += sxx;
        sums[4] += syy;
        sums[5] += sxy;
    }

    /** How many lines are one of four words. */
    static void match(Workload workload, Path output) throws Exception {
        byte[][] needles = new byte[NEEDLES.length][];
        for (int i = 0; i < needles.length; i++) {
            needles[i] = NEEDLES[i].getBytes(StandardCharsets.US_ASCII);
        }
        TextChunks chunks = new TextChunks(workload.input());
        long[] counts = sum(Threads.run(thread -> {
            long[] own = new long[needles.length];
            chunks.forEach((bytes, begin, end) -> match(bytes, begin, end, needles, own));
            return own;
        }));
        try (PrintStream out = new PrintStream(output.toFile())) {
            for (int i = 0; i < counts.length; i++) {
                out.print(NEEDLES[i] + "\t" + counts[i] + "\n");
            }
        }
    }

    /** Looks for newlines in eight bytes at a time: where one is, the difference is zero, and only there the sum has no highest bit. */
    private static void match(byte[] bytes, int begin, int end, byte[][] needles, long[] counts) {
        int word = begin;
        int i = begin;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            long difference = (long) LONG.get(bytes, i) ^ NEWLINES;
            long found = ~((difference & LOW_BITS) + LOW_BITS | difference | LOW_BITS);
            for (; found != 0; found &= found - 1) {
                int newline = i + Long.numberOfTrailingZeros(found) / Byte.SIZE;
                countWord(bytes, word, newline, needles, counts);
                word = newline + 1;
            }
        }
        for (; i < end; i++) {
            if (bytes[i] == '\n') {
                countWord(bytes, word, i, needles, counts);
                word = i + 1;
            }
        }
    }

    private static void countWord(byte[] bytes, int begin, int end, byte[][] needles, long[] counts) {
        int n = NEEDLE_OF_FIRST_LETTER[bytes[begin] & 0xFF];
        if (n >= 0 && Arrays.equals(bytes, begin, end, needles[n], 0, needles[n].length)) {
            counts[n]++;
        }
    }

    private static long[] sum(List<long[]> parts) {
        long[] sum = new long[parts.get(0).length];
        for (long[] part : parts) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += part[i];
            }
        }
        return sum;
    }
}
