package org.sss.server.coordinator.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.server.coordinator.members.Tie;
import org.sss.server.coordinator.state.Catalog.Naming;

/** A loop of a workflow. Holds the groups of one iteration and of the next one, whatever their number. One thread at a time. */
final class LoopRun implements Step {
    private final LoopSpec spec;
    private final List<JobRun> jobs;
    private final RunContext context;
    private final Graph graph;
    /** What the latest iteration wrote, by name: READY and pinned. */
    private Map<String, GroupInfo> written = Map.of();
    /** Names of the groups that each of the kept iterations left. */
    private final Deque<List<String>> kept = new ArrayDeque<>();
    private volatile Tie tie;

    /** @param readLater names of groups that are read after the loop */
    LoopRun(LoopSpec spec, List<JobRun> jobs, Set<String> readLater, RunContext context) {
        this.spec = spec;
        this.jobs = List.copyOf(jobs);
        this.context = context;
        Set<String> wanted = new HashSet<>(readLater);
        wanted.addAll(spec.carried().values());
        graph = new Graph(jobs, context, false, wanted);
    }

    @Override
    public String name() {
        return "loop of " + jobs.get(0).name();
    }

    @Override
    public Set<String> reads() {
        Set<String> names = new LinkedHashSet<>();
        graph.reads().forEach(name -> names.add(source(name)));
        return names;
    }

    /** The group that stands for {@code name} in the first iteration. */
    private String source(String name) {
        return spec.firstIteration() > 0 && spec.carried().containsKey(name) ? LoopSpec.kept(name, spec.firstIteration()) : name;
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
    public Tie tie() {
        return tie;
    }

    @Override
    public void cancelled() {
        jobs.forEach(JobRun::cancelled);
    }

    @Override
    public Map<String, GroupInfo> run(Map<String, GroupInfo> groups, int iteration, boolean repeats,
            CompletableFuture<Void> stop) {
        tie = null;
        tie = context.members().tie();
        Map<String, GroupInfo> read = new HashMap<>();
        graph.reads().forEach(name -> read.put(name, groups.get(source(name))));
        try {
            boolean goesOn = true;
            for (int i = spec.firstIteration(); goesOn && i < spec.maxIterations(); i++) {
                replaceWritten(graph.run(read, i, stop));
                spec.carried().forEach((current, next) -> read.put(current, written.get(next)));
                keep(i + 1);
                goesOn = !isEnd();
            }
            return written;
        } catch (RuntimeException e) {
            replaceWritten(Map.of());
            throw e;
        } finally {
            written = Map.of();
            kept.clear();
        }
    }

    private void replaceWritten(Map<String, GroupInfo> by) {
        for (GroupInfo before : written.values()) {
            context.catalog().discard(before.id());
            context.catalog().unpin(before.id());
        }
        written = by;
    }

    private boolean isEnd() {
        return spec.until().stream().anyMatch(until -> until.holds(counted(until.counter())));
    }

    private long counted(String counter) {
        return jobs.stream().mapToLong(job -> job.latest().counters().getOrDefault(counter, 0L)).sum();
    }

    private void keep(int done) {
        if (spec.keptIterations() == 0) {
            return;
        }
        List<Naming> namings = new ArrayList<>();
        spec.carried().forEach((current, next) -> namings.add(new Naming(written.get(next).id(), LoopSpec.kept(current, done), true)));
        context.catalog().publish(namings);
        kept.add(namings.stream().map(Naming::name).toList());
        if (kept.size() > spec.keptIterations()) {
            kept.remove().forEach(this::drop);
        }
    }

    private void drop(String name) {
        try {
            context.catalog().drop(name);
        } catch (SssException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            // Somebody else has dropped it meanwhile.
        }
    }
}
