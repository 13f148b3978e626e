package org.sss.server.task;

import java.util.List;
import org.sss.api.CoGroupJob;
import org.sss.api.Job;
import org.sss.api.MapInput;
import org.sss.api.MapJob;
import org.sss.api.ReduceJob;
import org.sss.net.block.TupleMerge;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.server.task.input.FailurePolicy;
import org.sss.server.task.input.Input;
import org.sss.server.task.input.MapTask;
import org.sss.server.task.input.SplitTask;
import org.sss.server.task.output.TaskEmitters;
import org.sss.server.task.state.TaskErrors;

/**
 * Calls the functions of a job for the input of one task, independent of where it is read and written. For the task's
 * thread.
 */
final class JobBody {
    private final TaskSpec spec;
    private final SubgroupSource source;
    private final RunningTask task;
    private final TaskEmitters outputs;
    private final TaskErrors errors;
    private final FailurePolicy failures;
    private final long valueBytes;

    /** @param valueBytes memory for values that are sorted or iterated over again */
    JobBody(
            TaskSpec spec,
            SubgroupSource source,
            RunningTask task,
            TaskEmitters outputs,
            TaskErrors errors,
            FailurePolicy failures,
            long valueBytes) {
        this.spec = spec;
        this.source = source;
        this.task = task;
        this.outputs = outputs;
        this.errors = errors;
        this.failures = failures;
        this.valueBytes = valueBytes;
    }

    void run(Job job) {
        spec.inputs().inputGroups().forEach(group -> source.checkIs(spec.key(group)));
        KeyedRun keyed = new KeyedRun(spec, source, task, outputs, errors, failures, valueBytes);
        if (job instanceof MapJob<?, ?> map) {
            runMap(map);
        } else if (job instanceof ReduceJob<?, ?, ?, ?> reduce) {
            keyed.reduce(reduce);
        } else if (job instanceof CoGroupJob<?, ?, ?> coGroup) {
            keyed.coGroup(coGroup);
        }
    }

    private <K2, V2> void runMap(MapJob<K2, V2> map) {
        if (spec.inputs().split() != null) {
            new SplitTask<>(map.from().get(spec.inputs().split().input()), outputs.state(), errors, failures)
                    .run(spec.inputs().split(), task, outputs.main());
            return;
        }
        int groups = 0;
        for (MapInput<?, ?, K2, V2> from : map.from()) {
            if (from.group() != null) {
                runMap(from, spec.inputs().inputGroups().get(groups++));
            }
        }
    }

    private <K, V, K2, V2> void runMap(MapInput<K, V, K2, V2> from, long group) {
        errors.readsGroup(spec.id().task(), from.group().name());
        outputs.state().readsGroup(from.group().name());
        Input<K, V> decoder = new Input<>(from.group(), group, errors);
        try (TupleMerge tuples = tuples(group)) {
            new MapTask<>(from.mapper(), decoder, outputs.state(), errors, failures).run(tuples, task, outputs.main());
        }
    }

    /**
     * Returns tuples of groups that the workflow itself has written in key order, since their run boundaries depend on
     * free memory and other workflows. Other groups do not change between executions, so storage order is sufficient.
     */
    private TupleMerge tuples(long group) {
        return spec.inputs().ownGroups().contains(group)
                ? source.tuples(group, spec.id().task())
                : new TupleMerge(List.of(source.blocks(group, spec.id().task())));
    }
}
