package org.sss.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Validates the jobs of a workflow in order; see {@link Workflow#check}. Single use. */
final class WorkflowCheck {
    private final String workflow;
    private final List<Job> jobs;
    private final Set<String> names = new HashSet<>();
    /** Groups that the jobs checked so far read. */
    private final Set<String> read = new HashSet<>();

    private final Map<String, TupleGroup<?, ?>> written = new HashMap<>();

    WorkflowCheck(String workflow, List<Job> jobs) {
        this.workflow = workflow;
        this.jobs = jobs;
    }

    void run() {
        jobs.forEach(this::check);
    }

    private void check(Job job) {
        if (!names.add(job.name())) {
            throw invalid("has two jobs named '" + job.name() + "'; give them different names with named(...)");
        }
        List<TupleGroup<?, ?>> inputs = new ArrayList<>(job.inputs());
        inputs.addAll(job.sideGroups());
        inputs.forEach(input -> checkTypes(job, input, written.get(input.name())));
        job.outputs().forEach(output -> checkOutput(job, inputs, output));
        inputs.forEach(input -> read.add(input.name()));
    }

    private void checkOutput(Job job, List<TupleGroup<?, ?>> inputs, TupleGroup<?, ?> output) {
        String group = output.name();
        if (inputs.stream().anyMatch(input -> input.name().equals(group))) {
            throw invalid("has job '" + job.name() + "', which reads and writes group '" + group
                    + "'; use another group as output");
        }
        if (written.put(group, output) != null) {
            throw invalid("writes group '" + group + "' twice; use another group for one of the outputs");
        }
        if (read.contains(group) && !output.replace()) {
            throw invalid(
                    "has job '" + job.name() + "', which writes group '" + group + "' after an earlier job reads it;"
                            + " add the jobs in the other order, or call replacing() on the output");
        }
    }

    private void checkTypes(Job job, TupleGroup<?, ?> input, TupleGroup<?, ?> source) {
        if (source != null
                && !(Codecs.canRead(input.keys().name(), source.keys().name())
                        && Codecs.canRead(input.values().name(), source.values().name()))) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "workflow '" + workflow + "', job '" + job.name()
                            + "' reads group '" + input.name() + "' as " + types(input)
                            + ", but an earlier job writes it as "
                            + types(source) + "; use the same codecs for both");
        }
    }

    private static String types(TupleGroup<?, ?> group) {
        return group.keys().name() + " -> " + group.values().name();
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "workflow '" + workflow + "' " + what);
    }
}
