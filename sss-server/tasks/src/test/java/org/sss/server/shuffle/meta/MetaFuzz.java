package org.sss.server.shuffle.meta;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sss.api.SssException;
import org.sss.net.testing.FuzzTarget;

/**
 * Messages of other nodes: an accepted one is equal after being written and read again, and fits its shape. One thread.
 */
public final class MetaFuzz implements FuzzTarget {
    private static final MetaFormat.Shape SHAPE = new MetaFormat.Shape(4, 2, 16);

    @Override
    public boolean accepts(byte[] input) {
        SortedMap<Integer, NodeSizes> byNode;
        try {
            byNode = MetaFormat.decode(input, SHAPE);
        } catch (SssException refused) {
            return false;
        }
        if (!MetaFormat.decode(MetaFormat.encode(byNode), SHAPE).equals(byNode)) {
            throw new AssertionError(byNode + " changes when it is written");
        }
        for (NodeSizes sizes : byNode.values()) {
            if (sizes.freeBytes() < 0) {
                throw new AssertionError("negative: " + sizes);
            }
            sizes.blocks().forEach(MetaFuzz::check);
        }
        return true;
    }

    private static void check(MetaBlock block) {
        if (block.source() < MetaBlock.ALL
                || block.attempt() < 0
                || block.blocks() < 0
                || block.bytes() < 0
                || block.tuples() < 0) {
            throw new AssertionError("negative: " + block);
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        MetaBlock small = new MetaBlock(0, 0, 0, 3, 1, 120, 4);
        MetaBlock large = new MetaBlock(1, 70_000, 2, 15, 1 << 20, 1L << 40, 1L << 33);
        return Map.of(
                "none",
                MetaFormat.encode(new TreeMap<>()),
                "one",
                MetaFormat.encode(new TreeMap<>(Map.of(2, new NodeSizes(5, List.of(small))))),
                "all",
                MetaFormat.encode(new TreeMap<>(Map.of(
                        0, new NodeSizes(0, List.of(small.ofAll(), small, large)),
                        1, new NodeSizes(1L << 40, List.of()),
                        3, new NodeSizes(1, List.of(large))))));
    }
}
