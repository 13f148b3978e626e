package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.execution.job.JobWrite;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.Step;
import org.sss.server.coordinator.state.CatalogNames.Naming;

/**
 * The steps of a workflow, or of one iteration of a loop. Steps that do not wait for each other's groups run
 * concurrently, but the resulting groups, and the error, are those of a sequential execution: groups get their names in
 * the order of the steps, and a failed step stops only later ones. Temporary groups are dropped as soon as their last
 * reader has ended. One thread at a time.
 *
 * <p>A node that is lost and comes back has lost its subgroups of temporary groups. If a step failed because of that,
 * the steps that wrote these groups run again before it does.
 */
final class Graph {
    private static final Logger LOG = LoggerFactory.getLogger(Graph.class);

    private final RunContext context;
    private final boolean names;
    private final Set<String> wanted;
    private final List<JobNode> nodes = new ArrayList<>();
    private final Map<String, GraphGroup> external = new LinkedHashMap<>();
    /** The group of each name after the last step. */
    private final Map<String, GraphGroup> last = new HashMap<>();
    /** Allocated for all nodes at the start: adding an ended node must not fail even if memory has run out. */
    private final BlockingQueue<JobNode> ended;

    private int running;
    private int named;

    /**
     * @param names  whether the groups get their names; else they are returned to the caller of {@link #run}
     * @param wanted names of temporary groups that are returned too
     */
    Graph(List<? extends Step> steps, RunContext context, boolean names, Set<String> wanted) {
        this.context = context;
        this.names = names;
        this.wanted = wanted;
        steps.forEach(this::add);
        ended = new ArrayBlockingQueue<>(Math.max(1, nodes.size()));
    }

    private void add(Step step) {
        JobNode node = new JobNode(nodes.size(), step);
        for (String name : step.reads()) {
            GraphGroup cell = last.computeIfAbsent(name, n -> {
                GraphGroup outside = new GraphGroup(n, null, false);
                external.put(n, outside);
                return outside;
            });
            node.reads.put(name, cell);
            cell.readers.add(node);
        }
        for (GroupSpec group : step.writes()) {
            GraphGroup cell = new GraphGroup(group.name(), node, group.temporary());
            node.writes.add(cell);
            last.put(group.name(), cell);
        }
        step.aliases().forEach((name, of) -> last.put(name, last.get(of)));
        nodes.add(node);
    }

    /** Names of the groups that the graph reads and does not write before. */
    Set<String> reads() {
        return external.keySet();
    }

    /**
     * @param groups    of {@link #reads}
     * @param iteration of the loop, or -1
     * @return if the groups get no names: the written groups by name, READY and pinned
     * @throws SssException of the first failed step, in the order of the steps; of {@code stop} if steps did not run
     *     because of it
     */
    Map<String, GroupInfo> run(Map<String, GroupInfo> groups, int iteration, CompletableFuture<Void> stop) {
        reset(groups);
        boolean good = false;
        try {
            runAll(iteration, stop);
            throwFirstError();
            if (stop.isDone() && nodes.stream().anyMatch(node -> node.state != JobNode.State.DONE)) {
                JobWrite.await(stop, stop);
            }
            good = true;
            return names ? Map.of() : handOver();
        } finally {
            stopOthers();
            close(good);
        }
    }

    /** Stops the running steps, after a failure of this thread: they must not use groups that are released. */
    private void stopOthers() {
        nodes.forEach(node -> stop(node, "the workflow failed"));
        while (running > 0) {
            JobNode node = take();
            running--;
            discardWritten(node);
        }
    }

    private void reset(Map<String, GroupInfo> groups) {
        external.values().forEach(cell -> cell.group = groups.get(cell.name));
        named = 0;
        for (JobNode node : nodes) {
            node.state = JobNode.State.WAITING;
            node.attempts = 0;
            node.isOutdated = false;
            node.error = null;
        }
    }

    private void runAll(int iteration, CompletableFuture<Void> stop) {
        while (true) {
            List<JobNode> ready = stop.isDone()
                    ? List.of()
                    : nodes.stream().filter(this::mayStart).toList();
            if (ready.size() == 1 && running == 0) {
                // This thread would only wait, so it runs the step itself.
                start(ready.get(0), stop);
                runAndReport(ready.get(0), iteration, repeats(ready.get(0)));
                end(take(), stop);
            } else {
                ready.forEach(node -> startConcurrently(node, iteration, stop));
                if (running == 0) {
                    return;
                }
                end(take(), stop);
            }
        }
    }

    private boolean mayStart(JobNode node) {
        if (!node.isReady()) {
            return false;
        }
        for (int earlier = 0; earlier < node.index; earlier++) {
            if (nodes.get(earlier).state == JobNode.State.FAILED) {
                return false;
            }
        }
        return true;
    }

    private static boolean repeats(JobNode node) {
        return node.fleetingReads().isEmpty();
    }

    private void start(JobNode node, CompletableFuture<Void> stop) {
        node.state = JobNode.State.RUNNING;
        node.stop = stop;
        node.error = null;
        node.written = null;
        running++;
    }

    private void startConcurrently(JobNode node, int iteration, CompletableFuture<Void> stop) {
        start(node, node.ownStop(stop));
        boolean repeats = repeats(node);
        try {
            Work.execute(
                    context.executor(),
                    () -> runAndReport(node, iteration, repeats),
                    "starting job '" + node.step.name() + "'");
        } catch (SssException e) {
            // Other steps are running and have to be awaited.
            node.error = e;
            ended.add(node);
        }
    }

    private void runAndReport(JobNode node, int iteration, boolean repeats) {
        try {
            node.run(iteration, repeats);
            if (names && !node.isRepeatable()) {
                node.copy(context.copies());
            }
        } finally {
            ended.add(node);
        }
    }

    /** Takes the next ended step. Has no deadline: steps end when they are stopped. */
    private JobNode take() {
        boolean interrupted = false;
        while (true) {
            try {
                JobNode node = ended.take();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return node;
            } catch (InterruptedException e) {
                interrupted = true;
                nodes.forEach(node -> stop(node, "the workflow's thread was interrupted"));
            }
        }
    }

    private static void stop(JobNode node, String why) {
        if (node.state == JobNode.State.RUNNING) {
            node.stop.completeExceptionally(new SssException(ErrorCode.CANCELLED, why));
        }
    }

    private void end(JobNode node, CompletableFuture<Void> stop) {
        running--;
        if (node.error == null && node.written == null) {
            node.error = new SssException(
                    ErrorCode.INTERNAL, "the thread of job '" + node.step.name() + "' died; see the log of node 0");
        }
        if (node.isOutdated || node.error != null) {
            discardWritten(node);
        }
        if (node.isOutdated && !stop.isDone()) {
            node.isOutdated = false;
            node.state = JobNode.State.WAITING;
        } else if (node.isOutdated && node.error == null) {
            node.error = new SssException(ErrorCode.CANCELLED, "the workflow was stopped");
            failed(node);
        } else if (node.error == null) {
            succeeded(node);
        } else if (!runAgain(node, stop)) {
            node.error = node.finalError();
            failed(node);
        }
    }

    private void discardWritten(JobNode node) {
        if (node.written != null) {
            node.written.values().forEach(this::release);
            node.written = null;
        }
    }

    private void succeeded(JobNode node) {
        node.state = JobNode.State.DONE;
        node.step.ended();
        node.writes.forEach(cell -> cell.group = node.written.get(cell.name));
        while (names && named < nodes.size() && nodes.get(named).state == JobNode.State.DONE) {
            JobNode next = nodes.get(named);
            try {
                name(next);
                named++;
            } catch (RuntimeException e) {
                next.error = SssException.of(e, "naming the groups of job '" + next.step.name() + "'");
                failed(next);
            }
        }
        for (JobNode written : nodes) {
            written.writes.forEach(this::releaseIfRead);
        }
    }

    private void name(JobNode node) {
        List<Naming> namings = new ArrayList<>();
        for (GroupSpec group : node.step.writes()) {
            if (!group.temporary()) {
                namings.add(new Naming(node.written.get(group.name()).id(), group.name(), group.replace()));
            }
        }
        if (!namings.isEmpty()) {
            context.catalog().names().assign(namings);
        }
    }

    private void releaseIfRead(GraphGroup cell) {
        if (cell.group != null && cell.temporary && cell.isRead() && !wanted.contains(cell.name)) {
            release(cell);
        }
    }

    private void release(GraphGroup cell) {
        release(cell.group);
        cell.group = null;
    }

    /** Releases a group. A named group retains its name. */
    private void release(GroupInfo group) {
        context.catalog().discard(group.id());
        context.catalog().unpin(group.id());
    }

    private void failed(JobNode node) {
        node.state = JobNode.State.FAILED;
        nodes.stream()
                .skip(node.index + 1L)
                .forEach(later ->
                        stop(later, "job '" + node.step.name() + "' before it failed: " + node.error.getMessage()));
    }

    /**
     * Resets a failed step, and the steps whose groups it needs, so that they run again. Returns false if that is not
     * possible.
     */
    private boolean runAgain(JobNode node, CompletableFuture<Void> stop) {
        if (node.step.isSpent()
                || !node.mayHaveLostNode()
                || ++node.attempts - node.step.pardons() >= context.retry().attempts()) {
            return false;
        }
        List<JobNode> again = new ArrayList<>();
        if (!collectLost(node, again)) {
            return false;
        }
        if (stop.isDone()) {
            node.error = RunContext.stopped(stop, node.error);
            return false;
        }
        try {
            context.awaitNodes(node.error, named(), stop);
        } catch (SssException e) {
            node.error = e;
            return false;
        }
        LOG.info(
                "{} run again: {}",
                again.stream().map(n -> "job '" + n.step.name() + "'").toList(),
                node.error.getMessage());
        node.state = JobNode.State.WAITING;
        for (JobNode lost : again) {
            lost.state = JobNode.State.WAITING;
            lost.writes.stream().filter(cell -> cell.group != null).forEach(this::invalidate);
        }
        return true;
    }

    /** The groups that no step of this workflow can write again. */
    private List<GroupInfo> named() {
        return nodes.stream()
                .flatMap(node -> node.reads.values().stream())
                .map(cell -> cell.group)
                .filter(group -> group != null && context.catalog().hasName(group.id()))
                .distinct()
                .toList();
    }

    /** Releases a group that is written again; steps that read it now restart when it is complete. */
    private void invalidate(GraphGroup cell) {
        release(cell);
        for (JobNode reader : cell.readers) {
            if (reader.state == JobNode.State.RUNNING) {
                reader.isOutdated = true;
                stop(
                        reader,
                        "group '" + cell.name + "', which job '" + reader.step.name()
                                + "' reads, is written again after the loss of a node");
            }
        }
    }

    /**
     * Adds the steps whose temporary groups are needed and may be damaged or dropped; false if one of them cannot run
     * again.
     */
    private static boolean collectLost(JobNode node, List<JobNode> again) {
        for (GraphGroup cell : node.fleetingReads()) {
            JobNode producer = cell.producer;
            if (producer.state == JobNode.State.DONE && !again.contains(producer)) {
                if (!producer.isRepeatable()) {
                    return false;
                }
                again.add(producer);
                if (!collectLost(producer, again)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void throwFirstError() {
        nodes.stream()
                .filter(node -> node.state == JobNode.State.FAILED)
                .findFirst()
                .ifPresent(node -> {
                    throw node.error;
                });
    }

    private Map<String, GroupInfo> handOver() {
        Map<String, GroupInfo> all = new LinkedHashMap<>();
        for (JobNode node : nodes) {
            for (GraphGroup cell : node.writes) {
                if (cell.group != null) {
                    all.put(cell.name, cell.group);
                    cell.group = null;
                }
            }
        }
        return all;
    }

    private void close(boolean good) {
        for (JobNode node : nodes) {
            node.writes.stream().filter(cell -> cell.group != null).forEach(this::release);
            node.step.ended();
            if (!good && (node.state != JobNode.State.DONE || names && node.index >= named)) {
                node.step.cancelled();
            }
        }
        external.values().forEach(cell -> cell.group = null);
    }
}
