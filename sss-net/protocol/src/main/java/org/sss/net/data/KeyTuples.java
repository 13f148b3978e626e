package org.sss.net.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunWriter;

/** The values of one key in some groups, in memory, as if the groups had no other tuples. One thread at a time. */
public final class KeyTuples implements SubgroupSource {
    /** Blocks by group. */
    private final Map<Long, List<byte[]>> groups = new HashMap<>();

    private byte[] found;

    /** @param key as encoded in this group: keys of other types have other bytes */
    public void add(long group, byte[] key, List<byte[]> values) {
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)));
        values.forEach(value -> writer.add(key, 0, key.length, value, 0, value.length));
        writer.finish();
        groups.put(group, blocks);
        found = found == null && !values.isEmpty() ? key : found;
    }

    /** Returns the key as encoded in the first group that has it, or null. */
    public byte[] key() {
        return found;
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        return new Blocks(groups.getOrDefault(group, List.of()).iterator());
    }

    /** Everything, whatever the range. */
    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        return List.of(blocks(group, subgroup));
    }

    private record Blocks(Iterator<byte[]> rest) implements BlockSource {
        @Override
        public boolean next(BlockReader reader) {
            if (!rest.hasNext()) {
                return false;
            }
            byte[] block = rest.next();
            reader.reset(block, 0, block.length);
            return true;
        }

        @Override
        public void close() {
            // No resources.
        }
    }
}
