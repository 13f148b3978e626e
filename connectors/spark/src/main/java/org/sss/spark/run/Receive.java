package org.sss.spark.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.sss.dataserver.merge.RunCompaction;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.BlockSource;
import org.sss.net.rpc.Json;
import org.sss.spark.store.BlockFileWriter;
import org.sss.spark.store.GroupStore;
import org.sss.spark.store.StoredGroup.StoredFile;
import scala.Tuple2;

/**
 * Stores the named outputs of a job: of each subgroup, merges the runs into a file. The file counts only when the
 * driver commits it. Passes on the ends of the tasks. Immutable.
 */
final class Receive implements Function2<Integer, Iterator<Tuple2<Integer, byte[]>>, Iterator<byte[]>> {
    private static final long serialVersionUID = 1L;

    private final JobPackage.Place place;
    private final int subgroups;
    /** Of each output, the directory of the store that gets it; null if it stays in Spark. */
    private final String[] names;

    private final String run;

    /** A subgroup of an output; no file if that is empty. */
    record Stored(int output, StoredFile file) {}

    /** @param run makes the names of files unique among all runs */
    Receive(JobPackage.Place place, int subgroups, String[] names, String run) {
        this.place = place;
        this.subgroups = subgroups;
        this.names = names.clone();
        this.run = run;
    }

    @Override
    public Iterator<byte[]> call(Integer partition, Iterator<Tuple2<Integer, byte[]>> chunks) {
        if (partition == subgroups) {
            return new Ends(chunks);
        }
        TaskContext context = TaskContext.get();
        List<byte[]> stored = new ArrayList<>();
        try (TaskDirectory directory = new TaskDirectory(context);
                ScratchRuns runs = new ScratchRuns(directory.file("fetched"))) {
            while (chunks.hasNext()) {
                byte[] chunk = chunks.next()._2();
                if (names[Chunk.output(chunk)] != null) {
                    runs.add(Chunk.output(chunk), chunk);
                }
                context.killTaskIfInterrupted();
            }
            runs.finish();
            for (int output = 0; output < names.length; output++) {
                List<BlockSource> ordered = runs.ordered(output);
                if (!ordered.isEmpty()) {
                    RunCompaction compaction =
                            new RunCompaction(DataServerConfig.defaults(), directory.file(""), names[output]);
                    StoredFile file = store(
                            context, partition, names[output], compaction.reduce(ordered, runs.mergeBytes(output)));
                    stored.add(Json.write(new Stored(output, file)));
                }
            }
        }
        return stored.iterator();
    }

    private StoredFile store(TaskContext context, int subgroup, String name, List<BlockSource> runs) {
        String attempt = run + "-" + context.taskAttemptId();
        GroupStore store = place.open();
        try (BlockMerge merge = new BlockMerge(runs);
                BlockFileWriter out = new BlockFileWriter(store, subgroup, GroupStore.file(name, subgroup, attempt))) {
            while (merge.next()) {
                out.add(merge.array(), merge.offset(), merge.length());
                context.killTaskIfInterrupted();
            }
            return out.finish();
        }
    }

    /** Only the bytes. */
    private static final class Ends implements Iterator<byte[]> {
        private final Iterator<Tuple2<Integer, byte[]>> chunks;

        Ends(Iterator<Tuple2<Integer, byte[]>> chunks) {
            this.chunks = chunks;
        }

        @Override
        public boolean hasNext() {
            return chunks.hasNext();
        }

        @Override
        public byte[] next() {
            return chunks.next()._2();
        }
    }

    @Override
    public String toString() {
        return "receive " + Arrays.toString(names);
    }
}
