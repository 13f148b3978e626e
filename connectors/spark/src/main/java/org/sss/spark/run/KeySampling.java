package org.sss.spark.run;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.data.RangeBounds;
import scala.Tuple2;

/** Chooses the bounds of range partitioners by a sample of keys, as a cluster does. For the driver's thread. */
final class KeySampling {
    private final Driver driver;

    KeySampling(Driver driver) {
        this.driver = driver;
    }

    /**
     * Returns the first key of each subgroup but the first; empty for a job without range partitioner.
     *
     * @param sides of the job, in its order
     */
    List<byte[]> bounds(JobSpec job, List<HeldGroup> sides) {
        for (int i = 0; i < sides.size(); i++) {
            if (job.side().get(i).name().equals(job.rangesOf())) {
                return bounds(job, sides.get(i));
            }
        }
        return List.of();
    }

    private List<byte[]> bounds(JobSpec job, HeldGroup like) {
        Sample wanted = RangeBounds.request(like.info(), driver.subgroups());
        List<HeldGroup> one = List.of(like);
        List<byte[]> keys = driver.run(
                "sampling keys for job '" + job.name() + "'",
                () -> driver.partitions(one)
                        .mapPartitionsWithIndex(
                                new Keys(Driver.inputs(one), driver.place(), driver.subgroups(), wanted), true)
                        .collect());
        return RangeBounds.choose(keys, driver.subgroups());
    }

    /** Takes keys of each subgroup. */
    private static final class Keys implements Function2<Integer, Iterator<Tuple2<Integer, byte[]>>, Iterator<byte[]>> {
        private static final long serialVersionUID = 1L;

        private final ArrayList<InputGroup> groups;
        private final JobPackage.Place place;
        private final int subgroups;
        private final long everyBlocks;
        private final long everyTuples;

        Keys(List<InputGroup> groups, JobPackage.Place place, int subgroups, Sample wanted) {
            this.groups = new ArrayList<>(groups);
            this.place = place;
            this.subgroups = subgroups;
            everyBlocks = Math.max(1, wanted.everyBlocks());
            everyTuples = Math.max(1, wanted.everyTuples());
        }

        @Override
        public Iterator<byte[]> call(Integer subgroup, Iterator<Tuple2<Integer, byte[]>> fetched) {
            if (subgroup == subgroups) {
                return new ArrayList<byte[]>().iterator();
            }
            TaskContext context = TaskContext.get();
            try (TaskDirectory directory = new TaskDirectory(context);
                    ScratchRuns runs = new ScratchRuns(directory.file("fetched"))) {
                OfSubgroup.fetch(fetched, runs, context);
                TaskInput input = new TaskInput(groups, place.open(), runs, directory.file(""));
                try (BlockSource blocks = input.blocks(groups.get(0).id(), subgroup)) {
                    return keys(blocks, subgroup).iterator();
                }
            }
        }

        private List<byte[]> keys(BlockSource blocks, int subgroup) {
            List<byte[]> keys = new ArrayList<>();
            BlockReader reader = new BlockReader();
            long block = subgroup % everyBlocks;
            long tuples = everyTuples / 2;
            while (blocks.next(reader)) {
                if (block++ % everyBlocks == 0) {
                    while (reader.next()) {
                        if (!reader.valueContinues() && tuples-- == 0) {
                            keys.add(reader.key());
                            tuples = everyTuples - 1;
                        }
                    }
                }
            }
            return keys;
        }
    }
}
