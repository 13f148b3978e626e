package org.sss.benchmarks.jobs;

import java.io.IOException;
import org.sss.benchmarks.data.ImageData;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** How often each value of each channel of an image occurs: 768 keys. */
final class Histogram extends ArrayCounts {
    private static final int COLORS = 256;
    private static final Long ONE = 1L;

    Histogram() {
        super(ImageData.PIXEL_BYTES * COLORS);
    }

    @Override
    public boolean load(SssClient client, Workload workload) throws IOException {
        ChunkedFile.load(client, workload.input(), ImageData.HEADER_BYTES, PIECES);
        return true;
    }

    @Override
    Counter counter() {
        return (bytes, begin, end, sums) -> {
            for (int i = begin; i + 2 < end; i += ImageData.PIXEL_BYTES) {
                sums[bytes[i] & 0xFF]++;
                sums[COLORS + (bytes[i + 1] & 0xFF)]++;
                sums[2 * COLORS + (bytes[i + 2] & 0xFF)]++;
            }
        };
    }

    @Override
    Emission emission() {
        return (bytes, begin, end, out) -> {
            for (int i = begin; i + 2 < end; i += ImageData.PIXEL_BYTES) {
                out.emit(bytes[i] & 0xFF, ONE);
                out.emit(COLORS + (bytes[i + 1] & 0xFF), ONE);
                out.emit(2 * COLORS + (bytes[i + 2] & 0xFF), ONE);
            }
        };
    }

    @Override
    String name(int key) {
        return Integer.toString(key);
    }

    @Override
    boolean showsZeros() {
        return false;
    }
}
