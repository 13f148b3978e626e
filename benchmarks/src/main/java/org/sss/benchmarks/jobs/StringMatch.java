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
            for (int i = begin; i < end; i++) {
                if (bytes[i] == '\n') {
                    int needle = needle(bytes, word, i);
                    if (needle != NONE) {
                        sums[needle]++;
                    }
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

    private static int needle(byte[] bytes, int begin, int end) {
        for (int n = 0; n < NEEDLES.length; n++) {
            byte[] needle = NEEDLES[n];
            if (end - begin == needle.length && Arrays.equals(bytes, begin, end, needle, 0, needle.length)) {
                return n;
            }
        }
        return NONE;
    }

    @Override
    String name(int key) {
        return NeedleData.NEEDLES.get(key);
    }
}
