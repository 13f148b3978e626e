package org.sss.server.task;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.CoGroupJob;
import org.sss.api.JobOptions;
import org.sss.api.ReduceJob;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.server.task.input.CoGroupTask;
import org.sss.server.task.input.CoInput;
import org.sss.server.task.input.FailurePolicy;
import org.sss.server.task.input.Input;
import org.sss.server.task.input.KeyValues;
import org.sss.server.task.input.PlaceCheck;
import org.sss.server.task.input.ReduceTask;
import org.sss.server.task.input.SortedValues;
import org.sss.server.task.input.StreamedValues;
import org.sss.server.task.output.TaskEmitters;
import org.sss.server.task.spill.ValueSorter;
import org.sss.server.task.state.TaskErrors;

/** Runs the jobs that iterate over a subgroup key by key. For the task's thread. */
final class KeyedRun {
    /** Buffer for the values of a key that are iterated over more than once. */
    private static final int MAX_BUFFERED_BYTES = 4 << 20;

    private final TaskSpec spec;
    private final SubgroupSource source;
    private final RunningTask task;
    private final TaskEmitters outputs;
    private final TaskErrors errors;
    private final FailurePolicy failures;
    private final long bufferBytes;

    /** @param bufferBytes memory for values that are sorted or iterated over again, besides the output buffers */
    KeyedRun(
            TaskSpec spec,
            SubgroupSource source,
            RunningTask task,
            TaskEmitters outputs,
            TaskErrors errors,
            FailurePolicy failures,
            long bufferBytes) {
        this.spec = spec;
        this.source = source;
        this.task = task;
        this.outputs = outputs;
        this.errors = errors;
        this.failures = failures;
        this.bufferBytes = bufferBytes;
    }

    <K, V, K2, V2> void reduce(ReduceJob<K, V, K2, V2> job) {
        long group = spec.inputs().inputGroups().get(0);
        errors.readsGroup(spec.id().task(), job.input().name());
        outputs.state().readsGroup(job.input().name());
        Input<K, V> input = new Input<>(job.input(), group, errors);
        try (RunMerge tuples = source.merged(group, spec.id().task());
                KeyValues<V> values = job.ordersValues()
                        ? sorted(tuples, input)
                        : streamed(group, tuples, input, valueBufferBytes())) {
            new ReduceTask<>(input, tuples, values, placesOf(job, job.input()), errors, failures, outputs.state())
                    .run(task, calls(job));
        }
    }

    /** Returns the check of the subgroups of keys; null if there is none. */
    private PlaceCheck<?, ?> placesOf(JobOptions<?, ?, ?> job, TupleGroup<?, ?> group) {
        if (task.isReplay()) {
            return null;
        }
        return job.placedInputs().stream()
                .filter(placed -> placed.group().name().equals(group.name()) && placed.givesTheSameValues(group))
                .findFirst()
                .map(placed -> new PlaceCheck<>(placed, spec.id().task(), task.subgroupCount(), outputs.state()))
                .orElse(null);
    }

    private <K, V, K2, V2> List<ReduceTask.Call<K, V, ?, ?>> calls(ReduceJob<K, V, K2, V2> job) {
        List<ReduceTask.Call<K, V, ?, ?>> calls = new ArrayList<>();
        calls.add(new ReduceTask.Call<K, V, K2, V2>(job.reducer(), outputs.main()));
        job.further().forEach(further -> calls.add(call(further)));
        return calls;
    }

    private <K, V, K3, V3> ReduceTask.Call<K, V, K3, V3> call(ReduceJob.Further<K, V, K3, V3> further) {
        return new ReduceTask.Call<>(further.reducer(), outputs.to(further.output()));
    }

    <K, K2, V2> void coGroup(CoGroupJob<K, K2, V2> job) {
        List<CoInput<?>> inputs = new ArrayList<>();
        try {
            for (TupleGroup<K, ?> group : job.groups()) {
                inputs.add(input(
                        group,
                        spec.inputs().inputGroups().get(inputs.size()),
                        placesOf(job, group),
                        valueBufferBytes() / job.groups().size()));
            }
            Input<K, ?> keys =
                    new Input<>(job.groups().get(0), spec.inputs().inputGroups().get(0), errors);
            new CoGroupTask<>(keys, inputs, errors, failures, outputs.state()).run(job.grouper(), task, outputs.main());
        } finally {
            inputs.forEach(CoInput::close);
        }
    }

    private <K, V> CoInput<V> input(TupleGroup<K, V> group, long id, PlaceCheck<?, ?> places, int valueBufferBytes) {
        RunMerge tuples = source.merged(id, spec.id().task());
        return new CoInput<>(
                group, tuples, streamed(id, tuples, new Input<>(group, id, errors), valueBufferBytes), places);
    }

    private <V> StreamedValues<V> streamed(long group, RunMerge tuples, Input<?, V> input, int valueBufferBytes) {
        return new StreamedValues<>(
                tuples,
                input,
                outputs.state(),
                key -> source.merged(group, spec.id().task(), key, null),
                valueBufferBytes);
    }

    private <V> SortedValues<V> sorted(RunMerge tuples, Input<?, V> input) {
        return new SortedValues<>(tuples, input, outputs.state(), new ValueSorter(bufferBytes, task::spillDirectory));
    }

    private int valueBufferBytes() {
        return (int) Math.min(MAX_BUFFERED_BYTES, bufferBytes / 4);
    }
}
