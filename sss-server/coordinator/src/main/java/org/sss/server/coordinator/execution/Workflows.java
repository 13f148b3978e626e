package org.sss.server.coordinator.execution;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.peer.Principal;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.execution.job.RetainedIterations;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.timing.SharedTimer;

/** The workflows of a cluster, each in a thread of {@link WorkflowThreads}. Thread-safe. */
public final class Workflows implements AutoCloseable {
    private static final Duration CANCEL_TIMEOUT = Duration.ofMillis(1500);

    private final RunContext context;
    private final WorkflowThreads threads;
    /** Workflows that have not ended, in the order of their numbers. */
    private final Map<Long, WorkflowRun> runs = new ConcurrentSkipListMap<>();

    private final RecentSpecs specs = new RecentSpecs();
    private final SharedTimer ticks;

    public Workflows(RunContext context, int runningAtOnce) {
        this.context = context;
        ticks = new SharedTimer(context.timer(), WorkflowSubscription.PERIOD_MILLIS);
        AtomicInteger count = new AtomicInteger();
        threads = new WorkflowThreads(runningAtOnce, work -> daemon(work, "workflow-" + count.incrementAndGet()));
        context.members().health().onStatus(this::checkShortage);
    }

    /** Numbers of workflows that have not ended. */
    public record Active(int running, int waiting) {}

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Fails a workflow whose tasks have used up the memory of nodes twice. */
    private void checkShortage(NodeInfo node, NodeStatus status) {
        context.shortages().report(node, status).ifPresent(guilty -> {
            WorkflowRun run = running(guilty.workflow());
            if (run != null) {
                run.fail(guilty.error());
            }
        });
    }

    /**
     * Validates a workflow as far as possible before a job runs, then starts it.
     *
     * @param caller who submits it
     * @throws SssException if it is invalid or cannot start, or if another one of its name replaces the same group;
     *     nothing has changed then
     */
    public WorkflowStatus submit(WorkflowSpec spec, Principal caller) {
        Map<String, GroupInfo> external = WorkflowValidation.check(spec, context.catalog());
        RetainedIterations.check(spec, context);
        checkReachable(external.values());
        Resources resources = Resources.acquire(spec, external, context);
        String id = null;
        try {
            id = context.code().enter(context.history()::nextId, spec.code());
            WorkflowRun run = new WorkflowRun(id, spec, nameOf(caller), context, resources);
            enter(run);
            WorkflowStatus submitted = run.status();
            context.history().submitted(submitted);
            specs.add(run.id(), spec);
            start(run);
            return submitted;
        } catch (RuntimeException e) {
            leave(id);
            context.code().leave(id);
            resources.close();
            throw e;
        }
    }

    /** Nodes that do not answer are left out if the inputs can be read without them. */
    private void checkReachable(Collection<GroupInfo> inputs) {
        try {
            context.members().health().checkAllReachable();
        } catch (SssException e) {
            if (e.code() != ErrorCode.NODE_UNREACHABLE || !context.nodesInUse().leaveOutSilent(inputs)) {
                throw e;
            }
        }
    }

    /** Returns null for a principal that has not proved who it is. */
    private static String nameOf(Principal caller) {
        return caller.equals(Principal.ANYONE) || caller.equals(Principal.THIS_PROCESS) ? null : caller.name();
    }

    /**
     * Refuses a workflow if another one of its name replaces the same group: whichever ends first, its result would be
     * lost.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS}
     */
    private void enter(WorkflowRun run) {
        synchronized (runs) {
            for (WorkflowRun other : runs.values()) {
                String both = run.replacedWith(other);
                if (both != null) {
                    throw new SssException(
                            ErrorCode.ALREADY_EXISTS,
                            "workflow '" + run.name() + "' is running already, as " + other.id()
                                    + ", and both replace group '" + both
                                    + "', so the result of one would be lost; wait for it ('sss wait " + other.id()
                                    + "'), cancel it ('sss cancel " + other.id()
                                    + "'), or give this one another name or output");
                }
            }
            runs.put(run.number(), run);
        }
    }

    private void leave(String id) {
        if (id != null) {
            runs.remove(WorkflowRun.number(id));
        }
    }

    private void start(WorkflowRun run) {
        long number = run.number();
        run.over().thenAccept(end -> {
            runs.remove(number);
            context.times().workflow(end.state());
        });
        threads.start(run);
    }

    /** Returns how many workflows run, and how many wait. */
    public Active active() {
        int waiting = 0;
        int running = 0;
        for (WorkflowRun run : runs.values()) {
            if (run.isWaiting()) {
                waiting++;
            } else {
                running++;
            }
        }
        return new Active(running, waiting);
    }

    /** All stored workflows, newest first. */
    public List<WorkflowStatus> list() {
        // First the running ones: one that ends at this moment is then in both lists, not in none.
        List<WorkflowRun> running = List.copyOf(runs.values());
        List<WorkflowStatus> all = new ArrayList<>(context.history().list());
        running.stream()
                .map(WorkflowRun::status)
                .filter(status -> all.stream().noneMatch(s -> s.id().equals(status.id())))
                .forEach(all::add);
        all.sort((a, b) -> Long.compare(WorkflowRun.number(b.id()), WorkflowRun.number(a.id())));
        return Collections.unmodifiableList(all);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public WorkflowStatus get(String id) {
        WorkflowRun run = running(id);
        return run != null ? run.status() : ended(id);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} also if it is no longer stored */
    public WorkflowSpec spec(String id) {
        get(id);
        return specs.get(id);
    }

    private WorkflowRun running(String id) {
        return runs.values().stream()
                .filter(run -> run.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private WorkflowStatus ended(String id) {
        return context.history()
                .find(id)
                .orElseThrow(() -> new SssException(
                        ErrorCode.NOT_FOUND, "there is no workflow '" + id + "'; 'sss jobs' lists the workflows"));
    }

    /** Cancels a workflow, and waits up to 1.5 s for its end. Does nothing if it has ended. */
    public WorkflowStatus cancel(String id) {
        WorkflowRun run = running(id);
        if (run == null) {
            return ended(id);
        }
        run.stop(new SssException(ErrorCode.CANCELLED, "workflow " + id + " was cancelled" + run.stallLocation()));
        threads.remove(run);
        return run.over()
                .copy()
                .completeOnTimeout(run.status(), CANCEL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Sends the status of a workflow periodically until it has ended. */
    public StreamHandler follow(String id, Stream stream) {
        WorkflowRun run = running(id);
        WorkflowSubscription follow = new WorkflowSubscription(stream, context, ticks);
        if (run == null) {
            // Not on the event loop: the history may block on the disk.
            Work.execute(context.executor(), () -> sendEnd(id, follow, stream), "sending the end of workflow " + id);
        } else {
            follow.start(run);
        }
        return follow;
    }

    private void sendEnd(String id, WorkflowSubscription follow, Stream stream) {
        try {
            follow.finish(ended(id));
        } catch (SssException e) {
            stream.fail(e);
        }
    }

    /** Ends all workflows. */
    @Override
    public void close() {
        SssException why = new SssException(
                ErrorCode.CLOSED,
                "the coordinator stopped while this workflow was running;"
                        + " groups that its jobs had finished still exist, run it again");
        runs.values().forEach(run -> run.stop(why));
        threads.close();
    }
}
