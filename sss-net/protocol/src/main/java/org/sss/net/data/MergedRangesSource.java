package org.sss.net.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.LongFunction;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.Extent;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Locations;

/**
 * Reads subgroups wherever {@link Locations} say that their extents are. Values of equal keys come extent by extent, so
 * that they come in the order of the tasks that wrote them. Thread-safe if its sources are; each source that it returns
 * belongs to one thread.
 */
public final class MergedRangesSource implements SubgroupSource {
    private final int self;
    private final SubgroupSource own;
    private final LongFunction<Locations> locations;
    private final Others others;

    /** Opens the extents that this node does not have. */
    @FunctionalInterface
    public interface Others {
        SubgroupSource source(long group, Extent extent);
    }

    /**
     * @param self      number of this node
     * @param own       what this node has
     * @param locations by group
     */
    public MergedRangesSource(int self, SubgroupSource own, LongFunction<Locations> locations, Others others) {
        this.self = self;
        this.own = own;
        this.locations = locations;
        this.others = others;
    }

    private List<SubgroupSource> sources(long group, int subgroup) {
        return locations.apply(group).extents(subgroup).stream()
                .map(extent -> extent.isOn(self) ? own : others.source(group, extent))
                .toList();
    }

    @Override
    public void checkIs(GroupKey group) {
        own.checkIs(group);
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        List<SubgroupSource> sources = sources(group, subgroup);
        return sources.size() == 1 ? sources.get(0).blocks(group, subgroup) : new Chain(group, subgroup, sources);
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        List<BlockSource> sources = new ArrayList<>();
        boolean opened = false;
        try {
            for (SubgroupSource source : sources(group, subgroup)) {
                sources.addAll(source.ordered(group, subgroup, from, to));
            }
            opened = true;
            return sources;
        } finally {
            if (!opened) {
                sources.forEach(BlockSource::close);
            }
        }
    }

    /** Opens each extent when it needs it. */
    private static final class Chain implements BlockSource {
        private final long group;
        private final int subgroup;
        private final Queue<SubgroupSource> following;
        private BlockSource current;

        Chain(long group, int subgroup, List<SubgroupSource> sources) {
            this.group = group;
            this.subgroup = subgroup;
            following = new ArrayDeque<>(sources);
            current = following.remove().blocks(group, subgroup);
        }

        @Override
        public boolean next(BlockReader reader) {
            while (!current.next(reader)) {
                SubgroupSource next = following.poll();
                if (next == null) {
                    return false;
                }
                current.close();
                current = next.blocks(group, subgroup);
            }
            return true;
        }

        @Override
        public void close() {
            current.close();
        }
    }
}
