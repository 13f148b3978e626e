package org.sss.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Describes a workflow as text. Jobs of one stage depend only on jobs of earlier stages, so they run in parallel. Not
 * thread-safe.
 */
final class Explanation {
    private final Workflow workflow;
    private final StringBuilder text = new StringBuilder();
    /** The job that wrote each group so far. */
    private final Map<String, String> writers = new HashMap<>();

    private final Map<String, Integer> stages = new HashMap<>();
    private final Set<String> readLater = new HashSet<>();
    /** Last stage that the current loop depends on as a whole, or 0. */
    private int beforeLoop;

    Explanation(Workflow workflow) {
        this.workflow = workflow;
        workflow.jobs().forEach(job -> reads(job).forEach(group -> readLater.add(group.name())));
        workflow.loops().forEach(loop -> readLater.addAll(loop.carried().values()));
    }

    String text() {
        text.append("workflow ").append(workflow.name());
        if (workflow.priority() != Workflow.DEFAULT_PRIORITY) {
            text.append(", priority ").append(workflow.priority());
        }
        text.append('\n');
        List<Job> jobs = workflow.jobs();
        for (int i = 0; i < jobs.size(); i++) {
            Loop loop = loopOf(i);
            if (loop != null && loop.firstJob() == i) {
                start(loop);
            }
            job(jobs.get(i), loop == null ? "  " : "  | ");
            if (loop != null && loop.firstJob() + loop.jobCount() == i + 1) {
                end(loop);
            }
        }
        return text.toString();
    }

    private Loop loopOf(int job) {
        return workflow.loops().stream()
                .filter(loop -> job >= loop.firstJob() && job < loop.firstJob() + loop.jobCount())
                .findFirst()
                .orElse(null);
    }

    private void start(Loop loop) {
        text.append("  repeat up to ").append(loop.maxIterations()).append(" times");
        if (loop.firstIteration() > 0) {
            text.append(", from iteration ").append(loop.firstIteration());
        }
        if (!loop.conditions().isEmpty()) {
            text.append(", until ")
                    .append(String.join(
                            " or ",
                            loop.conditions().stream().map(Until::toString).toList()));
        }
        text.append('\n');
        beforeLoop = body(loop).stream().mapToInt(this::lastWriter).max().orElse(0);
    }

    /** The outputs of a loop exist when the whole loop has ended, whichever of its jobs writes them. */
    private void end(Loop loop) {
        int last = body(loop).stream()
                .mapToInt(job -> stages.get(job.name()))
                .max()
                .orElse(0);
        body(loop).forEach(job -> stages.put(job.name(), last));
        beforeLoop = 0;
        loop.carried().forEach((current, next) -> {
            text.append("  | carry ")
                    .append(next)
                    .append(" to ")
                    .append(current)
                    .append('\n');
            writers.put(current, writers.get(next));
        });
    }

    private static List<TupleGroup<?, ?>> reads(Job job) {
        List<TupleGroup<?, ?>> groups = new ArrayList<>(job.inputs());
        groups.addAll(job.sideGroups());
        return groups;
    }

    private List<Job> body(Loop loop) {
        return workflow.jobs().subList(loop.firstJob(), loop.firstJob() + loop.jobCount());
    }

    /** Returns the stage of the last job that writes an input of this one, or 0. */
    private int lastWriter(Job job) {
        return reads(job).stream()
                .map(group -> writers.get(group.name()))
                .filter(writer -> writer != null)
                .mapToInt(stages::get)
                .max()
                .orElse(0);
    }

    private void job(Job job, String margin) {
        int stage = 1 + Math.max(beforeLoop, lastWriter(job));
        stages.put(job.name(), stage);
        text.append(margin)
                .append(kind(job))
                .append(' ')
                .append(job.name())
                .append(" (stage ")
                .append(stage)
                .append(")\n");
        inputs(job, margin);
        job.sideGroups().forEach(group -> line(margin, "with  ", group, source(group) + wholeIn(job, group)));
        job.outputs().forEach(group -> {
            line(margin, "writes", group, placed(job, group) + sink(group));
            writers.put(group.name(), job.name());
        });
    }

    private void inputs(Job job, String margin) {
        if (job instanceof MapJob<?, ?> map) {
            map.from().forEach(input -> input(input, margin));
        } else {
            job.inputs().forEach(group -> line(margin, "reads ", group, source(group)));
        }
    }

    private void input(MapInput<?, ?, ?, ?> input, String margin) {
        if (input.group() == null) {
            text.append(margin)
                    .append("    reads   ")
                    .append(input.source().name())
                    .append(", outside of SSS\n");
        } else {
            line(margin, "reads ", input.group(), source(input.group()));
        }
    }

    private static String kind(Job job) {
        return crossed(job) != null
                ? "cross"
                : job instanceof MapJob ? "map" : job instanceof ReduceJob ? "reduce" : "co-group";
    }

    /** Returns the small group of a cross, or null. */
    private static TupleGroup<?, ?> crossed(Job job) {
        return job instanceof MapJob<?, ?> map
                        && PartialAggregates.ofUser(map.from().get(0).mapper())
                                instanceof CrossMapper<?, ?, ?, ?, ?, ?> cross
                ? cross.small()
                : null;
    }

    private static String wholeIn(Job job, TupleGroup<?, ?> group) {
        return group.equals(crossed(job)) ? ", whole on each node" : "";
    }

    /** Describes the partitioner unless it is the hash of the key. */
    private static String placed(Job job, TupleGroup<?, ?> group) {
        String by = Partitioners.describe(((JobOptions<?, ?, ?>) job)
                .outputAt(job.outputs().indexOf(group))
                .partitioner());
        return by.equals("hash") ? "" : ", placed by " + by;
    }

    private String source(TupleGroup<?, ?> group) {
        String writer = writers.get(group.name());
        return writer == null ? "" : ", from " + writer;
    }

    private String sink(TupleGroup<?, ?> group) {
        return (group.temporary() ? ", temporary" : group.replace() ? ", replaces what is there" : "")
                + (group.memory() ? ", in memory" : "")
                + (group.temporary() && !readLater.contains(group.name()) ? ", read by nobody" : "");
    }

    private void line(String margin, String what, TupleGroup<?, ?> group, String more) {
        text.append(margin)
                .append("    ")
                .append(what)
                .append("  ")
                .append(group.name())
                .append(" (")
                .append(group.keys().name())
                .append(" -> ")
                .append(group.values().name())
                .append(')')
                .append(more)
                .append('\n');
    }
}
