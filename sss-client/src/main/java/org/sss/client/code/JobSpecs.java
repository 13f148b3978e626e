package org.sss.client.code;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.CoGroupJob;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.Loop;
import org.sss.api.MapJob;
import org.sss.api.Output;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Until;
import org.sss.api.Workflow;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.ConditionSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.control.WorkflowSpec.SplitSpec;

/** Describes workflows for messages. Stateless. */
public final class JobSpecs {
    private JobSpecs() {}

    /**
     * Describes a workflow.
     *
     * @param jobs  those of the workflow
     * @param code  ids of the jars
     * @param depth of the submitting code
     */
    public static WorkflowSpec workflow(Workflow workflow, List<JobSpec> jobs, List<String> code, int depth) {
        return new WorkflowSpec(
                workflow.name(),
                jobs,
                code,
                workflow.parameters(),
                workflow.loops().stream().map(JobSpecs::spec).toList(),
                new WorkflowSpec.Limits(
                        workflow.priority(),
                        workflow.userCodeAttempts(),
                        workflow.stallTimeout().toMillis(),
                        depth));
    }

    /**
     * Describes a job; asks its sources for their splits.
     *
     * @param functions id of the serialized job
     */
    public static JobSpec of(Job job, String functions) {
        List<GroupSpec> outputs = new ArrayList<>();
        String rangesOf = "";
        for (int i = 0; i < job.outputs().size(); i++) {
            Output<?, ?> output = ((JobOptions<?, ?, ?>) job).outputAt(i);
            outputs.add(spec(output.group(), output.isHashed()));
            if (output.partitioner() instanceof Partitioners.RangePartitioner<?, ?> range) {
                rangesOf = range.like().name(); // the same for all outputs
            }
        }
        return new JobSpec(
                job.name(),
                kind(job),
                new WorkflowSpec.Groups(
                        specs(job.inputs(), !isPlacedAlike(job)), outputs, specs(job.sideGroups(), true)),
                splits(job),
                job.parameters(),
                rangesOf,
                functions);
    }

    private static JobKind kind(Job job) {
        return job instanceof MapJob ? JobKind.MAP : job instanceof CoGroupJob ? JobKind.CO_GROUP : JobKind.REDUCE;
    }

    private static boolean isPlacedAlike(Job job) {
        return job instanceof CoGroupJob<?, ?, ?> coGroup && coGroup.isPlacedAlike();
    }

    private static LoopSpec spec(Loop loop) {
        return new LoopSpec(
                loop.firstJob(),
                loop.jobCount(),
                loop.maxIterations(),
                loop.carried(),
                loop.conditions().stream().map(JobSpecs::spec).toList(),
                loop.keptIterations(),
                loop.firstIteration());
    }

    private static ConditionSpec spec(Until until) {
        return new ConditionSpec(until.counter(), until.comparison() == Until.Comparison.AT_LEAST, until.value());
    }

    private static List<SplitSpec> splits(Job job) {
        List<SplitSpec> splits = new ArrayList<>();
        if (job instanceof MapJob<?, ?> map) {
            for (int i = 0; i < map.from().size(); i++) {
                TupleSource<?, ?> source = map.from().get(i).source();
                if (source != null) {
                    int input = i;
                    source.splits()
                            .forEach(split -> splits.add(new SplitSpec(
                                    input, split.description(), split.data().clone())));
                }
            }
        }
        return splits;
    }

    /** @param hashed see {@link GroupFormat} */
    public static GroupFormat format(TupleGroup<?, ?> group, boolean hashed) {
        return new GroupFormat(group.keys().name(), group.values().name(), hashed, group.compression(), group.memory());
    }

    private static List<GroupSpec> specs(List<TupleGroup<?, ?>> groups, boolean hashed) {
        return groups.stream().map(group -> spec(group, hashed)).toList();
    }

    private static GroupSpec spec(TupleGroup<?, ?> group, boolean hashed) {
        return new GroupSpec(group.name(), format(group, hashed), group.temporary(), group.replace(), group.copies());
    }
}
