package org.sss.benchmarks.jobs;

import java.io.IOException;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** The sums over points that a line through them is made of: their number and five more. */
final class Regression extends ArrayCounts {
    private static final String[] NAMES = {"n", "SX", "SY", "SXX", "SYY", "SXY"};

    Regression() {
        super(NAMES.length);
    }

    @Override
    public boolean load(SssClient client, Workload workload) throws IOException {
        ChunkedFile.load(client, workload.input(), 0, PIECES);
        return true;
    }

    @Override
    Counter counter() {
        return (bytes, begin, end, sums) -> {
            long sx = 0;
            long sy = 0;
            long sxx = 0;
            long syy = 0;
            long sxy = 0;
            for (int i = begin, last = end - 1; i < last; i += 2) {
                int x = bytes[i];
                int y = bytes[i + 1];
                sx += x;
                sy += y;
                sxx += x * x;
                syy += y * y;
                sxy += x * y;
            }
            sums[0] += (end - begin) / 2;
            sums[1] += sx;
            sums[2] += sy;
            sums[3] += sxx;
            sums[4] += syy;
            sums[5] += sxy;
        };
    }

    @Override
    Emission emission() {
        return (bytes, begin, end, out) -> {
            for (int i = begin; i + 1 < end; i += 2) {
                long x = bytes[i];
                long y = bytes[i + 1];
                out.emit(0, 1L);
                out.emit(1, x);
                out.emit(2, y);
                out.emit(3, x * x);
                out.emit(4, y * y);
                out.emit(5, x * y);
            }
        };
    }

    @Override
    String name(int key) {
        return NAMES[key];
    }
}
