package org.sss.spark.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.spark.store.StoredGroup;

/** Runs the jobs of a workflow one after the other. For the driver's thread. */
final class WorkflowExecution {
    private final Driver driver;
    private final WorkflowSpec spec;
    private final List<JobExecution> jobs;
    /** What jobs read, by name. */
    private final Map<String, HeldGroup> groups = new HashMap<>();

    private final Set<HeldGroup> own = new HashSet<>();

    /** @param jobs in the order of {@code spec} */
    WorkflowExecution(Driver driver, WorkflowSpec spec, List<JobExecution> jobs) {
        this.driver = driver;
        this.spec = spec;
        this.jobs = jobs;
    }

    /** Spark may forget all groups of the workflow. */
    void close() {
        own.forEach(group -> {
            if (group instanceof HeldGroup.Moved moved) {
                moved.chunks().unpersist();
            }
        });
    }

    /**
     * @param external groups of the store that the workflow reads
     * @param files    the same
     */
    void run(Map<String, GroupInfo> external, Map<String, StoredGroup> files) {
        external.forEach((name, info) -> groups.put(name, new HeldGroup.Stored(info, files.get(name))));
        for (int i = 0; i < jobs.size(); ) {
            LoopSpec loop = loopAt(i);
            if (loop != null) {
                new LoopExecution(driver, spec, loop, this).run();
                i += loop.jobCount();
            } else {
                run(jobs.get(i));
                i++;
            }
            releaseUnused(i);
        }
    }

    private LoopSpec loopAt(int job) {
        return spec.loops().stream()
                .filter(loop -> loop.firstJob() == job)
                .findFirst()
                .orElse(null);
    }

    private void run(JobExecution job) {
        Map<String, String> files = job.spec().outputs().stream()
                .filter(output -> !output.temporary())
                .map(GroupSpec::name)
                .collect(Collectors.toMap(name -> name, name -> name));
        Set<String> repeated = job.spec().outputs().stream()
                .map(GroupSpec::name)
                .filter(name -> readers(name) > 1)
                .collect(Collectors.toSet());
        Map<String, HeldGroup> written = job.run(groups, own, new JobExecution.Run(files, repeated, -1));
        commit(job.spec().outputs(), written);
        add(written);
    }

    /** How often jobs read a group of that name; in a loop, often. */
    long readers(String name) {
        long readers = 0;
        for (int i = 0; i < jobs.size(); i++) {
            int job = i;
            boolean inLoop = spec.loops().stream().anyMatch(loop -> loop.contains(job));
            readers += reads(jobs.get(i).spec()).filter(name::equals).count() * (inLoop ? 2 : 1);
        }
        return readers;
    }

    static Stream<String> reads(JobSpec job) {
        return Stream.concat(job.inputs().stream(), job.side().stream()).map(GroupSpec::name);
    }

    /** Gives groups their names in the store. */
    void commit(List<GroupSpec> outputs, Map<String, HeldGroup> written) {
        for (GroupSpec output : outputs) {
            if (!output.temporary() && written.get(output.name()) instanceof HeldGroup.Stored stored) {
                driver.store().commit(output.name(), stored.files(), output.replace());
            }
        }
    }

    /** Makes groups known that this workflow has written. */
    void add(Map<String, HeldGroup> written) {
        groups.putAll(written);
        own.addAll(written.values());
    }

    Map<String, HeldGroup> groups() {
        return groups;
    }

    Set<HeldGroup> own() {
        return own;
    }

    List<JobExecution> jobs(LoopSpec loop) {
        return jobs.subList(loop.firstJob(), loop.firstJob() + loop.jobCount());
    }

    /** Names that jobs from this one on read; in the first iterations of loops under other names. */
    Set<String> readFrom(int job) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = job; i < jobs.size(); i++) {
            int number = i;
            LoopSpec around = spec.loops().stream()
                    .filter(loop -> loop.contains(number))
                    .findFirst()
                    .orElse(null);
            reads(jobs.get(i).spec()).forEach(name -> {
                names.add(name);
                names.add(around == null ? name : around.source(name));
            });
        }
        return names;
    }

    private void releaseUnused(int nextJob) {
        Set<String> needed = readFrom(nextJob);
        for (String name : List.copyOf(groups.keySet())) {
            HeldGroup group = groups.get(name);
            if (group instanceof HeldGroup.Moved moved && !needed.contains(name)) {
                groups.remove(name);
                if (!groups.containsValue(group)) {
                    moved.chunks().release();
                }
            }
        }
    }

    /** Releases what the workflow has written and does not need any more. */
    void release(List<HeldGroup> unneeded) {
        own.removeAll(unneeded);
        for (HeldGroup group : unneeded) {
            if (group instanceof HeldGroup.Moved moved) {
                moved.chunks().release();
            } else if (group instanceof HeldGroup.Stored stored) {
                stored.files().files().forEach(driver.store()::delete);
            }
        }
    }
}
