package org.sss.net.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.GroupKey;

/**
 * Subgroups that are stored in several places, each of which has a range of the tasks that wrote them. Values of equal keys come place by
 * place, so that they come in the order of the tasks. Thread-safe if its sources are; each source that it returns belongs to one thread.
 */
public final class PartedSource implements SubgroupSource {
    private final SubgroupSource first;
    private final Map<Long, List<SubgroupSource>> others;

    /**
     * @param first  has the first part of every subgroup, which may be empty
     * @param others the sources of the following parts, in order, by group; none for a group that has only the first part
     */
    public PartedSource(SubgroupSource first, Map<Long, List<SubgroupSource>> others) {
        this.first = first;
        this.others = Map.copyOf(others);
    }

    @Override
    public void checkIs(GroupKey group) {
        first.checkIs(group);
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        List<SubgroupSource> following = others.get(group);
        return following == null ? first.blocks(group, subgroup) : new Chain(first.blocks(group, subgroup), group, subgroup, following);
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        List<BlockSource> sources = new ArrayList<>(first.ordered(group, subgroup, from, to));
        boolean opened = false;
        try {
            for (SubgroupSource other : others.getOrDefault(group, List.of())) {
                sources.addAll(other.ordered(group, subgroup, from, to));
            }
            opened = true;
            return sources;
        } finally {
            if (!opened) {
                sources.forEach(BlockSource::close);
            }
        }
    }

    /** Opens each part when it needs it. */
    private static final class Chain implements BlockSource {
        private final long group;
        private final int subgroup;
        private final Queue<SubgroupSource> following;
        private BlockSource current;

        Chain(BlockSource first, long group, int subgroup, List<SubgroupSource> following) {
            current = first;
            this.group = group;
            this.subgroup = subgroup;
            this.following = new ArrayDeque<>(following);
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
