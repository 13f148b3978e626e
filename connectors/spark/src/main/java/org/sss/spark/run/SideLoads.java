package org.sss.spark.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockMerge;
import org.sss.net.control.WorkflowSpec.JobSpec;
import scala.Tuple2;

/** Collects the side groups of a job in the driver, which broadcasts them. For the driver's thread. */
final class SideLoads {
    /** A group that only a range partitioner may need. */
    private static final long SMALL_BYTES = 16L << 20;

    private final Driver driver;

    SideLoads(Driver driver) {
        this.driver = driver;
    }

    /**
     * @param sides of the job, in its order
     * @throws SssException {@link ErrorCode#TOO_LARGE}
     */
    SideTuples load(JobSpec job, List<HeldGroup> sides) {
        long left = driver.sideBytes();
        Map<Long, byte[][][]> loaded = new HashMap<>();
        for (int i = 0; i < sides.size(); i++) {
            HeldGroup side = sides.get(i);
            String name = job.side().get(i).name();
            if (name.equals(job.rangesOf()) && side.info().content().dataBytes() > SMALL_BYTES) {
                continue;
            }
            left -= side.info().content().dataBytes();
            if (left < 0) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "job '" + job.name() + "' looks into group '" + name + "', and with its "
                                + side.info().content().dataBytes() + " bytes the side groups of the job exceed "
                                + driver.sideBytes() + " bytes, a quarter of the heap. Give the executors and the"
                                + " driver more memory (spark.executor.memory, spark.driver.memory), or join the"
                                + " groups");
            }
            loaded.put(side.info().id(), blocks(job, name, side));
        }
        return new SideTuples(loaded, driver.sideBytes());
    }

    private byte[][][] blocks(JobSpec job, String name, HeldGroup side) {
        List<HeldGroup> one = List.of(side);
        List<Tuple2<Integer, byte[][]>> found = driver.run(
                "reading group '" + name + "' for job '" + job.name() + "'",
                () -> driver.partitions(one)
                        .mapPartitionsWithIndex(
                                new Merged(Driver.inputs(one), driver.place(), driver.subgroups()), true)
                        .collect());
        byte[][][] all = new byte[driver.subgroups()][][];
        Arrays.fill(all, new byte[0][]);
        found.forEach(subgroup -> all[subgroup._1()] = subgroup._2());
        return all;
    }

    /** Merges the runs of each subgroup. */
    private static final class Merged
            implements Function2<Integer, Iterator<Tuple2<Integer, byte[]>>, Iterator<Tuple2<Integer, byte[][]>>> {
        private static final long serialVersionUID = 1L;

        private final ArrayList<InputGroup> groups;
        private final JobPackage.Place place;
        private final int subgroups;

        Merged(List<InputGroup> groups, JobPackage.Place place, int subgroups) {
            this.groups = new ArrayList<>(groups);
            this.place = place;
            this.subgroups = subgroups;
        }

        @Override
        public Iterator<Tuple2<Integer, byte[][]>> call(Integer subgroup, Iterator<Tuple2<Integer, byte[]>> fetched) {
            if (subgroup == subgroups) {
                return new ArrayList<Tuple2<Integer, byte[][]>>().iterator();
            }
            TaskContext context = TaskContext.get();
            List<byte[]> blocks = new ArrayList<>();
            try (TaskDirectory directory = new TaskDirectory(context);
                    ScratchRuns runs = new ScratchRuns(directory.file("fetched"))) {
                OfSubgroup.fetch(fetched, runs, context);
                TaskInput input = new TaskInput(groups, place.open(), runs, directory.file(""));
                try (BlockMerge merge =
                        new BlockMerge(input.ordered(groups.get(0).id(), subgroup, null, null))) {
                    while (merge.next()) {
                        blocks.add(Arrays.copyOfRange(merge.array(), merge.offset(), merge.offset() + merge.length()));
                    }
                }
            }
            return List.of(new Tuple2<>(subgroup, blocks.toArray(byte[][]::new)))
                    .iterator();
        }
    }
}
