package org.sss.spark.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;

/**
 * A loop of a workflow. Holds the groups of at most two iterations. Groups that are carried stay in Spark, and every
 * {@value #STORED_EVERY} iterations in files, so that a lost executor costs few iterations and Spark can delete the
 * files of earlier ones. For the driver's thread.
 */
final class LoopExecution {
    private static final int STORED_EVERY = 10;

    private final Driver driver;
    private final LoopSpec loop;
    private final WorkflowExecution workflow;
    private final List<JobExecution> jobs;
    private final Set<String> readLater;
    /** Names of the groups of retained iterations, oldest first. */
    private final Deque<List<String>> retained = new ArrayDeque<>();

    private Map<String, HeldGroup> written = Map.of();

    LoopExecution(Driver driver, WorkflowSpec spec, LoopSpec loop, WorkflowExecution workflow) {
        this.driver = driver;
        this.loop = loop;
        this.workflow = workflow;
        jobs = workflow.jobs(loop);
        readLater = workflow.readFrom(loop.firstJob() + loop.jobCount());
        loop.carried().forEach((current, next) -> {
            if (readLater.contains(current)) {
                readLater.add(next);
            }
        });
    }

    void run() {
        Map<String, HeldGroup> read = new HashMap<>(workflow.groups());
        if (loop.firstIteration() > 0) {
            loop.carried().keySet().forEach(name -> resume(name, read));
        }
        boolean continues = true;
        for (int i = loop.firstIteration(); continues; i++) {
            Map<String, HeldGroup> now = iteration(read, i);
            replaceWritten(now);
            loop.carried().forEach((current, next) -> read.put(current, written.get(next)));
            continues = i + 1 < loop.maxIterations() && !isEnd();
            retain(i + 1, continues);
        }
        finish();
    }

    private void resume(String name, Map<String, HeldGroup> read) {
        HeldGroup from = read.get(loop.source(name));
        read.put(name, from);
        workflow.own().add(from);
    }

    private Map<String, HeldGroup> iteration(Map<String, HeldGroup> read, int iteration) {
        Map<String, HeldGroup> scope = new HashMap<>(read);
        Map<String, HeldGroup> now = new LinkedHashMap<>();
        for (JobExecution job : jobs) {
            Map<String, HeldGroup> outputs = job.run(
                    scope, workflow.own(), new JobExecution.Run(files(job, iteration), repeated(job), iteration));
            workflow.own().addAll(outputs.values());
            scope.putAll(outputs);
            now.putAll(outputs);
        }
        return now;
    }

    private Map<String, String> files(JobExecution job, int iteration) {
        boolean isStored = (iteration + 1) % STORED_EVERY == 0;
        Map<String, String> directories = new HashMap<>();
        for (GroupSpec output : job.spec().outputs()) {
            String name = output.name();
            if (!output.temporary()) {
                directories.put(name, name);
            } else if (isStored && loop.carried().containsValue(name)) {
                directories.put(name, driver.store().temporary(driver.run(), name));
            }
        }
        return directories;
    }

    private Set<String> repeated(JobExecution job) {
        Set<String> names = new HashSet<>();
        for (GroupSpec output : job.spec().outputs()) {
            boolean isCarried = loop.carried().containsValue(output.name());
            if (isCarried || workflow.readers(output.name()) > 2) {
                names.add(output.name());
            }
        }
        return names;
    }

    /** The groups of the iteration before are needed no more. */
    private void replaceWritten(Map<String, HeldGroup> by) {
        workflow.release(List.copyOf(written.values()));
        written = by;
    }

    private boolean isEnd() {
        return loop.until().stream()
                .anyMatch(until -> until.holds(jobs.stream()
                        .mapToLong(job -> job.counters().getOrDefault(until.counter(), 0L))
                        .sum()));
    }

    /** Copies what is carried to groups of their own; the last iteration is the result. */
    private void retain(int done, boolean continues) {
        if (loop.keptIterations() == 0) {
            return;
        }
        List<String> names = new ArrayList<>();
        Set<String> copied = new HashSet<>();
        loop.carried().forEach((current, next) -> {
            String name = loop.retained(current, done);
            if (continues && copied.add(name)) {
                driver.store().copy(((HeldGroup.Stored) written.get(next)).files(), name, driver.run());
                names.add(name);
            }
        });
        retained.add(names);
        if (retained.size() > loop.keptIterations()) {
            retained.remove().forEach(driver.store()::drop);
        }
    }

    /** The result gets its names, also from the retained groups of the last iteration. */
    private void finish() {
        Set<HeldGroup> needed = new LinkedHashSet<>();
        for (JobExecution job : jobs) {
            workflow.commit(job.spec().outputs(), written);
        }
        Map<String, HeldGroup> left = new LinkedHashMap<>();
        written.forEach((name, group) -> {
            if (group instanceof HeldGroup.Stored || readLater.contains(name)) {
                left.put(name, group);
                needed.add(group);
            }
        });
        workflow.release(written.values().stream()
                .filter(group -> !needed.contains(group))
                .toList());
        workflow.add(left);
        loop.carried().forEach((current, next) -> {
            if (left.containsKey(next)) {
                workflow.groups().put(current, left.get(next));
            }
        });
        written = Map.of();
    }
}
