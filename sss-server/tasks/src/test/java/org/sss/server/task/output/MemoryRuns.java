package org.sss.server.task.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Bytes;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunWriter;
import org.sss.net.data.SubgroupSource;
import org.sss.server.shuffle.method.RunSink;

/** One group's runs in memory, by subgroup and sequence. One thread at a time. */
public final class MemoryRuns implements RunSink, SubgroupSource {
    private final Map<Integer, TreeMap<Integer, List<byte[]>>> subgroups = new TreeMap<>();
    private int merges;

    @Override
    public void send(int subgroup, int sequence, byte[] block, int length) {
        subgroups
                .computeIfAbsent(subgroup, s -> new TreeMap<>())
                .computeIfAbsent(sequence, s -> new ArrayList<>())
                .add(Arrays.copyOf(block, length));
    }

    /** Stores tuples, in ascending order of their keys, as one more run. */
    public void addRun(int subgroup, List<byte[][]> tuples) {
        int sequence = runCount(subgroup);
        RunWriter writer = new RunWriter((block, length) -> send(subgroup, sequence, block, length));
        tuples.forEach(t -> writer.add(t[0], 0, t[0].length, t[1], 0, t[1].length));
        writer.finish();
    }

    public int runCount(int subgroup) {
        return runs(subgroup).size();
    }

    public List<List<byte[]>> runs(int subgroup) {
        return new ArrayList<>(subgroups.getOrDefault(subgroup, new TreeMap<>()).values());
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        return source(runs(subgroup).stream().flatMap(List::stream).toList());
    }

    /** Everything, whatever the range. */
    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        merges++;
        return runs(subgroup).stream().map(MemoryRuns::source).toList();
    }

    /** Merges opened. */
    public int merges() {
        return merges;
    }

    /** All values by key, in the order of the runs. */
    public TreeMap<Bytes, List<Bytes>> tuples(int subgroup) {
        TreeMap<Bytes, List<Bytes>> tuples = new TreeMap<>();
        for (List<byte[]> run : runs(subgroup)) {
            readRun(run, tuples);
        }
        return tuples;
    }

    private static void readRun(List<byte[]> run, TreeMap<Bytes, List<Bytes>> tuples) {
        Bytes before = null;
        try (RunCursor cursor = new RunCursor(source(run))) {
            while (cursor.next()) {
                Bytes key = new Bytes()
                        .set(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength())
                        .copy();
                if (before != null && before.compareTo(key) > 0) {
                    throw new AssertionError("a run is not sorted: " + before + " before " + key);
                }
                before = key;
                tuples.computeIfAbsent(key, k -> new ArrayList<>())
                        .add(new Bytes()
                                .set(cursor.valueArray(), cursor.valueOffset(), cursor.valueLength())
                                .copy());
            }
        }
    }

    private static BlockSource source(List<byte[]> blocks) {
        Iterator<byte[]> rest = blocks.iterator();
        return new BlockSource() {
            /** Blocks take each other's place, as in all sources. */
            private byte[] bytes = {};

            @Override
            public boolean next(BlockReader reader) {
                if (!rest.hasNext()) {
                    return false;
                }
                byte[] block = rest.next();
                if (bytes.length < block.length) {
                    bytes = new byte[block.length];
                }
                System.arraycopy(block, 0, bytes, 0, block.length);
                reader.reset(bytes, 0, block.length);
                return true;
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };
    }
}
