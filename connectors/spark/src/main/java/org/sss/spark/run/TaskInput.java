package org.sss.spark.run;

import java.nio.file.Path;
import java.util.List;
import org.sss.dataserver.merge.RunCompaction;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.data.SubgroupSource;
import org.sss.spark.store.BlockFileSource;
import org.sss.spark.store.GroupStore;
import org.sss.spark.store.StoredGroup;

/** What a task reads of its subgroup: files of the store, and what Spark has fetched. For the task's thread. */
final class TaskInput implements SubgroupSource {
    private final List<InputGroup> groups;
    private final GroupStore store;
    private final ScratchRuns fetched;
    private final Path scratch;

    /**
     * @param groups  in the order of the numbers in {@code fetched}
     * @param fetched null if all groups are in the store
     * @param scratch directory for merges
     */
    TaskInput(List<InputGroup> groups, GroupStore store, ScratchRuns fetched, Path scratch) {
        this.groups = groups;
        this.store = store;
        this.fetched = fetched;
        this.scratch = scratch;
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        return new Sequence(runs(group, subgroup));
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        List<BlockSource> runs = runs(group, subgroup);
        int input = index(group);
        return groups.get(input).stored() != null
                ? runs
                : new RunCompaction(DataServerConfig.defaults(), scratch, "group " + group)
                        .reduce(runs, fetched.mergeBytes(input));
    }

    private List<BlockSource> runs(long group, int subgroup) {
        int input = index(group);
        StoredGroup stored = groups.get(input).stored();
        if (stored == null) {
            return fetched.ordered(input);
        }
        StoredGroup.StoredFile file = stored.file(subgroup);
        return file == null ? List.of() : List.of(new BlockFileSource(store, file));
    }

    private int index(long group) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).id() == group) {
                return i;
            }
        }
        throw new IllegalArgumentException("group " + group + " is no input of the task");
    }

    /** One run after the other. */
    private static final class Sequence implements BlockSource {
        private final List<BlockSource> runs;
        private int now;

        Sequence(List<BlockSource> runs) {
            this.runs = runs;
        }

        @Override
        public boolean next(BlockReader reader) {
            while (now < runs.size()) {
                if (runs.get(now).next(reader)) {
                    return true;
                }
                runs.get(now++).close();
            }
            return false;
        }

        @Override
        public void close() {
            for (; now < runs.size(); now++) {
                runs.get(now).close();
            }
        }
    }
}
