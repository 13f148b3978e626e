package org.sss.spark.run;

import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.TaskCompletionListener;
import org.sss.net.control.TaskSpec;
import scala.Tuple2;

/** The task of a subgroup. Spark brings (number of the input group, Chunk). Immutable. */
final class OfSubgroup
        implements Function2<Integer, Iterator<Tuple2<Integer, byte[]>>, Iterator<Tuple2<Integer, byte[]>>> {
    private static final long serialVersionUID = 1L;

    private final Broadcast<JobPackage> job;

    OfSubgroup(Broadcast<JobPackage> job) {
        this.job = job;
    }

    @Override
    public Iterator<Tuple2<Integer, byte[]>> call(Integer subgroup, Iterator<Tuple2<Integer, byte[]>> fetched) {
        TaskSpec first = job.value().spec();
        if (subgroup >= first.cluster().subgroupCount()) {
            return Collections.emptyIterator();
        }
        TaskContext context = TaskContext.get();
        TaskDirectory directory = new TaskDirectory(context);
        ScratchRuns runs = new ScratchRuns(directory.file("fetched"));
        context.addTaskCompletionListener((TaskCompletionListener) ended -> runs.close());
        fetch(fetched, runs, context);
        JobPackage of = job.value();
        TaskInput input = new TaskInput(of.inputs(), of.place().open(), runs, directory.file(""));
        return new EngineTask(context, spec(first, subgroup, context.attemptNumber()), of, input, directory);
    }

    static void fetch(Iterator<Tuple2<Integer, byte[]>> fetched, ScratchRuns runs, TaskContext context) {
        while (fetched.hasNext()) {
            Tuple2<Integer, byte[]> next = fetched.next();
            runs.add(next._1(), next._2());
            context.killTaskIfInterrupted();
        }
        runs.finish();
    }

    private static TaskSpec spec(TaskSpec first, int subgroup, int attempt) {
        TaskSpec.Id id = first.id();
        return new TaskSpec(
                new TaskSpec.Id(id.workflow(), id.job(), id.kind(), subgroup, attempt, id.iteration()),
                first.inputs(),
                first.outputs(),
                first.code(),
                first.limits(),
                first.cluster(),
                first.identities());
    }
}
