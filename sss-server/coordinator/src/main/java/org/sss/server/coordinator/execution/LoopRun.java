package org.sss.server.coordinator.execution;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.server.coordinator.execution.job.JobRun;
import org.sss.server.coordinator.execution.job.RetainedIterations;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.Step;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.CatalogNames.Naming;

/** A loop of a workflow. Stores the groups of at most two iterations, however many there are. One thread at a time. */
final class LoopRun implements Step {
    private static final Logger LOG = LoggerFactory.getLogger(LoopRun.class);

    private final LoopSpec spec;
    private final List<JobRun> jobs;
    private final RunContext context;
    private final Graph graph;
    private final RetainedIterations retainedNames;
    /** The groups that the latest iteration wrote, by name: READY and pinned. */
    private Map<String, GroupInfo> written = Map.of();
    /** The named groups of each retained iteration. */
    private final Deque<Set<Naming>> retained = new ArrayDeque<>();

    private final LoopCheckpoint checkpoint;
    private volatile RestartGuard guard;
    private Runnable afterFirst = () -> {};

    /**
     * @param workflow  its name
     * @param readLater names of groups that are read after the loop
     */
    LoopRun(String workflow, LoopSpec spec, List<JobRun> jobs, Set<String> readLater, RunContext context) {
        this.spec = spec;
        retainedNames = new RetainedIterations(workflow, context);
        this.jobs = List.copyOf(jobs);
        this.context = context;
        Set<String> wanted = new HashSet<>(readLater);
        wanted.addAll(spec.carried().values());
        graph = new Graph(jobs, context, false, wanted);
        checkpoint = new LoopCheckpoint(name(), context);
    }

    @Override
    public String name() {
        return "loop of " + jobs.get(0).name();
    }

    @Override
    public Set<String> reads() {
        Set<String> names = new LinkedHashSet<>();
        graph.reads().forEach(name -> names.add(spec.source(name)));
        return names;
    }

    @Override
    public Set<String> lookups() {
        return jobs.stream()
                .flatMap(job -> job.lookups().stream())
                .map(spec::source)
                .collect(Collectors.toSet());
    }

    @Override
    public Set<String> lookupsToTheEnd() {
        return jobs.stream()
                .flatMap(job -> job.lookups().stream())
                .filter(name -> !spec.carried().containsKey(name))
                .collect(Collectors.toSet());
    }

    @Override
    public void afterFirst(Runnable check) {
        afterFirst = check;
    }

    @Override
    public List<GroupSpec> writes() {
        return jobs.stream().flatMap(job -> job.writes().stream()).toList();
    }

    @Override
    public Map<String, String> aliases() {
        return spec.carried();
    }

    @Override
    public RestartGuard guard() {
        return guard;
    }

    @Override
    public int pardons() {
        return jobs.get(0).pardons();
    }

    @Override
    public boolean isSpent() {
        return jobs.stream().anyMatch(JobRun::isSpent);
    }

    @Override
    public void cancelled() {
        jobs.forEach(JobRun::cancelled);
    }

    @Override
    public void ended() {
        checkpoint.close();
    }

    @Override
    public Map<String, GroupInfo> run(
            Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
        guard = null;
        guard = context.members().restartGuard();
        Map<String, GroupInfo> read = new HashMap<>();
        graph.reads().forEach(name -> read.put(name, groups.get(spec.source(name))));
        int first = spec.firstIteration();
        if (checkpoint.iteration() > first) {
            first = checkpoint.iteration();
            read.putAll(checkpoint.groups());
            LOG.info("The {} continues with iteration {}", name(), first);
        }
        try {
            boolean continues = true;
            RestartGuard before = null;
            for (int i = first; continues; i++) {
                replaceWritten(graph.run(read, i, stop));
                if (before == null) {
                    afterFirst.run();
                }
                if (before != null && looksIntoTemporary()) {
                    before.checkUnbroken("an iteration of the " + name());
                }
                before = RestartGuard.all(jobs.stream().map(JobRun::guard).toList());
                spec.carried().forEach((current, next) -> read.put(current, written.get(next)));
                continues = i + 1 < spec.maxIterations() && !isEnd();
                retain(i + 1, continues, stop);
                if (continues && checkpoint.isDue()) {
                    Map<String, GroupInfo> carried = new HashMap<>();
                    spec.carried().keySet().forEach(current -> carried.put(current, read.get(current)));
                    checkpoint.make(i + 1, carried, stop);
                }
            }
            guard = before;
            return written;
        } catch (RuntimeException | Error e) {
            replaceWritten(Map.of());
            throw e;
        } finally {
            written = Map.of();
            retained.clear();
        }
    }

    private void replaceWritten(Map<String, GroupInfo> by) {
        for (GroupInfo before : written.values()) {
            context.catalog().discard(before.id());
            context.catalog().unpin(before.id());
        }
        written = by;
    }

    /** True if an iteration looks up keys in temporary groups of the previous one. */
    private boolean looksIntoTemporary() {
        Set<String> lookups = jobs.stream()
                .flatMap(job -> job.lookups().stream())
                .map(spec.carried()::get)
                .collect(Collectors.toSet());
        return writes().stream().anyMatch(group -> group.temporary() && lookups.contains(group.name()));
    }

    private boolean isEnd() {
        return spec.until().stream().anyMatch(until -> until.holds(counted(until.counter())));
    }

    private long counted(String counter) {
        return jobs.stream()
                .mapToLong(job -> job.latest().counters().getOrDefault(counter, 0L))
                .sum();
    }

    private void retain(int done, boolean continues, CompletableFuture<Void> stop) {
        if (spec.keptIterations() == 0) {
            return;
        }
        if (!continues) {
            promiseNames();
        }
        Set<Naming> namings = new LinkedHashSet<>();
        spec.carried().forEach((current, next) -> {
            GroupInfo group = written.get(next);
            retainedNames.checkReplaceable(spec.retained(current, done), group);
            context.copies().make(group, stop);
            namings.add(new Naming(group.id(), spec.retained(current, done), true));
        });
        context.catalog().names().assign(List.copyOf(namings));
        retained.add(namings);
        if (retained.size() > spec.keptIterations()) {
            // Groups that a user has dropped, renamed or replaced in the meantime are not dropped.
            retained.remove().forEach(naming -> context.catalog().drop(naming.name(), naming.id()));
        }
    }

    /**
     * Promises the names of the result: the retained groups of the last iteration get them when the earlier steps have
     * ended.
     */
    private void promiseNames() {
        writes().stream()
                .filter(group -> !group.temporary())
                .forEach(group -> context.catalog()
                        .names()
                        .promise(written.get(group.name()).id(), group.name()));
    }
}
