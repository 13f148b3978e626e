package org.sss.spark.run;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunMerge;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.KeyReads;
import org.sss.server.task.side.SideMaps;
import org.sss.server.task.side.SideMemory;
import org.sss.server.task.side.SideSource;

/**
 * The side groups of a job, which each executor has in memory as blocks, and as the maps that functions ask for.
 * Thread-safe; travels to the executors once.
 */
final class SideTuples implements Serializable {
    private static final long serialVersionUID = 1L;

    /** By number of the group: of each subgroup the blocks of its one run. */
    private final HashMap<Long, byte[][][]> groups;

    private final long maxBytes;
    private transient SideMaps maps;
    private transient Map<Long, byte[][][]> firstKeys;

    /** @param maxBytes of maps made of them, on each executor */
    SideTuples(Map<Long, byte[][][]> groups, long maxBytes) {
        this.groups = new HashMap<>(groups);
        this.maxBytes = maxBytes;
    }

    synchronized SideMaps maps() {
        if (maps == null) {
            maps = new SideMaps(new SideMemory(maxBytes));
        }
        return maps;
    }

    SideSource open(TaskSpec spec, TaskSpec.SideGroup group, String name) {
        return new Source(group.id(), group.hashed(), name, spec.cluster().subgroupCount());
    }

    /** The first key of each block, by subgroup. */
    private synchronized byte[][][] firstKeys(long group) {
        firstKeys = firstKeys == null ? new HashMap<>() : firstKeys;
        return firstKeys.computeIfAbsent(group, id -> {
            byte[][][] blocks = groups.get(id);
            byte[][][] keys = new byte[blocks.length][][];
            for (int subgroup = 0; subgroup < blocks.length; subgroup++) {
                keys[subgroup] = firstKeys(blocks[subgroup]);
            }
            return keys;
        });
    }

    private static byte[][] firstKeys(byte[][] blocks) {
        BlockReader reader = new BlockReader();
        byte[][] keys = new byte[blocks.length][];
        for (int i = 0; i < keys.length; i++) {
            reader.reset(blocks[i], 0, blocks[i].length);
            reader.next();
            keys[i] = reader.key();
        }
        return keys;
    }

    private final class Source implements SideSource {
        private final long group;
        private final boolean hashed;
        private final String name;
        private final int subgroupCount;

        Source(long group, boolean hashed, String name, int subgroupCount) {
            this.group = group;
            this.hashed = hashed;
            this.name = name;
            this.subgroupCount = subgroupCount;
        }

        private byte[][] blocks(int subgroup) {
            byte[][][] all = groups.get(group);
            if (all == null) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "side group '" + name + "' is the example of a range partitioner and too large to be read as"
                                + " well; look into a copy of it, under another name");
            }
            return all[subgroup];
        }

        @Override
        public int subgroupCount() {
            return subgroupCount;
        }

        @Override
        public RunMerge merged(int subgroup) {
            byte[][] blocks = blocks(subgroup);
            return new RunMerge(List.of(new Blocks(blocks, 0)));
        }

        @Override
        public void checkEmpty(int subgroup) {
            // A broadcast arrives as a whole.
        }

        @Override
        public <V> Lookup<V> lookup(KeyReads.Decoder<V> decoder) {
            return (keys, valueBytes) -> {
                List<List<V>> all = new ArrayList<>(keys.size());
                for (int i = 0; i < keys.size(); i++) {
                    all.add(values(keys.get(i), decoder, valueBytes, i));
                }
                return all;
            };
        }

        private <V> List<V> values(byte[] key, KeyReads.Decoder<V> decoder, long[] valueBytes, int at) {
            List<V> values = new ArrayList<>(1);
            int owner = KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), subgroupCount);
            for (int subgroup = 0; subgroup < subgroupCount; subgroup++) {
                if (!hashed || subgroup == owner) {
                    valueBytes[at] += addValues(subgroup, key, decoder, values);
                }
            }
            return values;
        }

        /** Returns the bytes of the values. */
        private <V> long addValues(int subgroup, byte[] key, KeyReads.Decoder<V> decoder, List<V> to) {
            byte[][] blocks = blocks(subgroup);
            int first = firstBlock(firstKeys(group)[subgroup], key);
            long bytes = 0;
            try (RunMerge merge = new RunMerge(List.of(new Blocks(blocks, first)))) {
                while (merge.nextKey()) {
                    int order = Arrays.compareUnsigned(merge.key(), 0, merge.keyLength(), key, 0, key.length);
                    if (order > 0) {
                        return bytes;
                    }
                    while (order == 0 && merge.nextValue()) {
                        to.add(decoder.decode(merge.valueArray(), merge.valueOffset(), merge.valueLength()));
                        bytes += merge.valueLength();
                    }
                }
            }
            return bytes;
        }

        /** Returns the last block that starts below the key, since the key may also end that one. */
        private static int firstBlock(byte[][] firstKeys, byte[] key) {
            int low = 0;
            int high = firstKeys.length;
            while (low < high) {
                int middle = low + high >>> 1;
                if (Arrays.compareUnsigned(firstKeys[middle], key) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return Math.max(0, low - 1);
        }
    }

    /** Blocks in memory. */
    private static final class Blocks implements BlockSource {
        private final byte[][] blocks;
        private int next;

        Blocks(byte[][] blocks, int first) {
            this.blocks = blocks;
            next = first;
        }

        @Override
        public boolean next(BlockReader reader) {
            if (next >= blocks.length) {
                return false;
            }
            byte[] block = blocks[next++];
            reader.reset(block, 0, block.length);
            return true;
        }

        @Override
        public void close() {
            next = blocks.length;
        }
    }
}
