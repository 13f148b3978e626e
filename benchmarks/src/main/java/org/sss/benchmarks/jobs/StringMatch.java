package org.sss.benchmarks.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.sss.benchmarks.data.NeedleData;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** How many lines are one of four words. */
final class StringMatch extends ArrayCounts {
    private static final byte[][] NEEDLES = NeedleData.NEEDLES.stream()
            .map(word -> word.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    private static final int NONE = -1;
    private static final int[] NEEDLE_BY_FIRST_BYTE = needleByFirstByte();

    StringMatch() {
        super(NEEDLES.length);
    }

    @Override
    public boolean load(SssClient client, Workload workload) throws IOException {
        ChunkedFile.loadLines(client, workload.input(), PIECES);
        return true;
    }

    @Override
    Counter counter() {
        return (bytes, begin, end, sums) -> {
            int word = begin;
            int i = begin;
            for (; i + Long.BYTES <= end; i += Long.BYTES) {
                for (long found = newlines(LongsAt.getLong(bytes, i)); found != 0; found &= ~Long.highestOneBit(found)) {
                    int newline = i + Long.numberOfLeadingZeros(found) / Byte.SIZE;
                    count(bytes, word, newline, sums);
                    word = newline + 1;
                }
            }
            for (; i < end; i++) {
                if (bytes[i] == '\n') {
                    count(bytes, word, i, sums);
                    word = i + 1;
                }
            }
        };
    }

    @Override
    Emission emission() {
        return (bytes, begin, end, out) -> {
            int word = begin;
            for (int i = begin; i < end; i++) {
                if (bytes[i] == '\n') {
                    int needle = needle(bytes, word, i);
                    if (needle != NONE) {
                        out.emit(needle, 1L);
                    }
                    word = i + 1;
                }
            }
        };
    }

    /** The highest bit of each byte that is a newline, and no other. */
    private static long newlines(long eightBytes) {
        long zeros = eightBytes ^ 0x0A0A0A0A0A0A0A0AL;
        long low = 0x7F7F7F7F7F7F7F7FL;
        return ~((zeros & low) + low | zeros | low);
    }

    private static void count(byte[] bytes, int begin, int end, long[] sums) {
        int needle = needle(bytes, begin, end);
        if (needle != NONE) {
            sums[needle]++;
        }
    }

    private static int needle(byte[] bytes, int begin, int end) {
        int candidate = NEEDLE_BY_FIRST_BYTE[bytes[begin] & 0xFF];
        return candidate != NONE && Arrays.equals(bytes, begin, end, NEEDLES[candidate], 0, NEEDLES[candidate].length) ? candidate : NONE;
    }

    private static int[] needleByFirstByte() {
        int[] needles = new int[1 << Byte.SIZE];
        Arrays.fill(needles, NONE);
        for (int n = 0; n < NEEDLES.length; n++) {
            needles[NEEDLES[n][0]] = n; // no two of them begin with the same letter
        }
        return needles;
    }

    @Override
    String name(int key) {
        return NeedleData.NEEDLES.get(key);
    }
}
