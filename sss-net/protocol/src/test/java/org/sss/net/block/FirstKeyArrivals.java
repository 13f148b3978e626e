package org.sss.net.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Blocks of runs in the order of their first keys, as a data server sends them. Not thread-safe. */
final class FirstKeyArrivals implements FirstKeyMerge.Arrivals {
    private final List<Arrival> sorted = new ArrayList<>();
    private int current = -1;

    private record Arrival(int run, byte[] block, byte[] firstKey) {}

    FirstKeyArrivals(List<List<byte[]>> runs) {
        for (int run = 0; run < runs.size(); run++) {
            for (byte[] block : runs.get(run)) {
                BlockReader reader = new BlockReader();
                reader.reset(block, 0, block.length);
                reader.next();
                sorted.add(new Arrival(run, block, reader.key()));
            }
        }
        sorted.sort(
                Comparator.comparing(Arrival::firstKey, Arrays::compareUnsigned).thenComparingInt(Arrival::run));
    }

    /** Number of blocks that have arrived. */
    int come() {
        return Math.min(current + 1, sorted.size());
    }

    /** Moves the first block after all others. */
    FirstKeyArrivals outOfOrder() {
        sorted.add(sorted.remove(0));
        return this;
    }

    /** Returns the output of a merge of all blocks. */
    List<Blocks.Tuple> merged() {
        return Blocks.read(new FirstKeyMerge(this));
    }

    @Override
    public boolean next() {
        return ++current < sorted.size();
    }

    @Override
    public int run() {
        return sorted.get(current).run;
    }

    @Override
    public int length() {
        return sorted.get(current).block.length;
    }

    @Override
    public void copyTo(byte[] into) {
        System.arraycopy(sorted.get(current).block, 0, into, 0, length());
    }
}
