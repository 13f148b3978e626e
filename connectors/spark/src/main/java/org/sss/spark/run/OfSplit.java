package org.sss.spark.run;

import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.broadcast.Broadcast;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.net.rpc.Json;
import scala.Tuple2;

/** The task of a split of a source, as JSON, the only element of its partition. Immutable. */
final class OfSplit implements Function2<Integer, Iterator<byte[]>, Iterator<Tuple2<Integer, byte[]>>> {
    private static final long serialVersionUID = 1L;

    private final Broadcast<JobPackage> job;

    OfSplit(Broadcast<JobPackage> job) {
        this.job = job;
    }

    @Override
    public Iterator<Tuple2<Integer, byte[]>> call(Integer number, Iterator<byte[]> splits) {
        JobPackage of = job.value();
        TaskContext context = TaskContext.get();
        TaskDirectory directory = new TaskDirectory(context);
        TaskSpec first = of.spec();
        SplitSpec split = Json.read(splits.next(), SplitSpec.class, "a split");
        TaskSpec.Id id = first.id();
        TaskSpec spec = new TaskSpec(
                new TaskSpec.Id(
                        id.workflow(),
                        id.job(),
                        id.kind(),
                        first.cluster().subgroupCount() + number,
                        context.attemptNumber(),
                        id.iteration()),
                TaskSpec.Inputs.ofSplit(
                        split, first.inputs().ownGroups(), first.inputs().sideGroups(), null),
                first.outputs(),
                first.code(),
                first.limits(),
                first.cluster(),
                first.identities());
        TaskInput nothing = new TaskInput(List.of(), of.place().open(), null, directory.file(""));
        return new EngineTask(context, spec, of, nothing, directory);
    }
}
