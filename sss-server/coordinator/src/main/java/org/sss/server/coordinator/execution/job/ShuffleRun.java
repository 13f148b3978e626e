package org.sss.server.coordinator.execution.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Relocation;
import org.sss.net.control.Relocations;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleState;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.server.coordinator.state.Committed;
import org.sss.server.shuffle.plan.PlannedStep;
import org.sss.server.shuffle.plan.ShufflePlan;

/**
 * The coordinator's side of the shuffle of one run of a job: opens it on all nodes, and is the barrier between its
 * steps. Used by the thread of the job; callbacks come from any thread.
 *
 * <pre>
 *   open, first steps -> (tasks run) -> exchange: for each step: to all nodes, wait for all -> close
 * </pre>
 *
 * A node that reports no movement within the timeout fails the job with the names of all nodes that the step waits for.
 */
final class ShuffleRun implements AutoCloseable {
    private static final long POLL_MILLIS = 100;
    /** Of all nodes, without partners. */
    private static final PlannedStep START = new PlannedStep("start", List.of());

    private final Shuffle method;
    private final ShufflePlan plan;
    private final ShuffleSpec spec;
    private final RunContext context;
    private final List<ShuffleCall> calls = new CopyOnWriteArrayList<>();
    private final long[] barrierNanos;
    /** Completes with the first call that fails: the failure of others may be a consequence of it. */
    private final CompletableFuture<ShuffleCall> failed = new CompletableFuture<>();

    private final Semaphore changes = new Semaphore(0);
    /** Steps that have started. */
    private int started;

    private boolean ended;

    private ShuffleRun(Shuffle method, ShuffleSpec spec, RunContext context) {
        this.method = method;
        this.spec = spec;
        this.context = context;
        plan = context.shuffles().plans().apply(method);
        barrierNanos = new long[spec.cluster().nodes().size()];
    }

    /**
     * Waits until all nodes take part and have executed the first steps. Without a plan nodes are not asked, and there
     * is nothing to do.
     *
     * @throws SssException naming a node that does not, or the error of {@code stop}
     */
    static ShuffleRun open(
            Shuffle method,
            String job,
            List<ShuffleSpec.Output> outputs,
            long memoryLimitBytes,
            ClusterMap cluster,
            RunContext context,
            CompletableFuture<Void> stop) {
        ShuffleRun run = new ShuffleRun(
                method,
                new ShuffleSpec(
                        new ShuffleKey(job, outputs.get(0).group().id()),
                        method.methodName(),
                        outputs,
                        memoryLimitBytes,
                        cluster),
                context);
        if (!run.plan.isCoordinated()) {
            return run;
        }
        boolean opened = false;
        try {
            for (NodeInfo node : cluster.nodes()) {
                ShuffleCall call = new ShuffleCall(node, run.spec, run::wake);
                run.calls.add(call);
                call.start(context.members().server(node));
                if (run.plan.startsAtFirstNode() && node.id() == 0) {
                    run.awaitStart(stop);
                }
            }
            run.awaitStart(stop);
            for (PlannedStep step : run.plan.before(run.calls.size())) {
                run.execute(step, Map.of(), stop);
            }
            opened = true;
            return run;
        } finally {
            if (!opened) {
                run.close();
            }
        }
    }

    /** Waits for an answer of all nodes, so that the error names all that cannot take part. */
    private void awaitStart(CompletableFuture<Void> stop) {
        String what = "the start";
        for (List<ShuffleCall> silent = silent(); !silent.isEmpty(); silent = silent()) {
            checkStop(stop);
            checkMoves(what, silent, START);
            pause();
        }
        List<String> failed = calls.stream()
                .filter(call -> call.error() != null)
                .map(call -> call.node().toString())
                .toList();
        if (failed.size() > 1) {
            SssException first = calls.stream()
                    .map(ShuffleCall::error)
                    .filter(e -> e != null)
                    .findFirst()
                    .orElseThrow();
            throw new SssException(
                    first.code(),
                    what + " of " + spec.key() + " (" + method + ") failed on " + String.join(", ", failed)
                            + "; on the first one: " + first.getMessage(),
                    first,
                    first.remoteTrace());
        }
        await(ShuffleState.READY, what, START, stop);
    }

    private List<ShuffleCall> silent() {
        return calls.stream()
                .filter(call -> call.error() == null && !call.hasEnded(ShuffleState.READY))
                .toList();
    }

    private void checkStop(CompletableFuture<Void> stop) {
        if (stop.isDone()) {
            throw stop.handle((nothing, e) -> SssException.of(e, spec.key().toString()))
                    .join();
        }
    }

    /** The key that tasks send to their node; null if nodes do not take part. */
    ShuffleKey key() {
        return plan.isCoordinated() ? spec.key() : null;
    }

    /** Calls back once if a node fails before {@link #exchange}. */
    void onFailure(Consumer<SssException> callback) {
        failed.thenAccept(call -> callback.accept(call.error()));
    }

    /**
     * Executes all other steps.
     *
     * @param committed the attempts that will be committed
     * @throws SssException naming the step and the nodes, or the error of {@code stop}
     */
    void exchange(List<AttemptId> committed, CompletableFuture<Void> stop) {
        if (!plan.isCoordinated()) {
            return;
        }
        Map<String, Integer> later = committed.stream()
                .filter(attempt -> attempt.attempt() > 0)
                .collect(Collectors.toMap(attempt -> Integer.toString(attempt.source()), AttemptId::attempt));
        List<PlannedStep> steps = new ArrayList<>(plan.steps(calls.size()));
        steps.add(new PlannedStep(ShuffleStep.END, List.of()));
        steps.forEach(step -> execute(step, later, stop));
        ended = true;
    }

    private void execute(PlannedStep step, Map<String, Integer> attempts, CompletableFuture<Void> stop) {
        int number = started++;
        List<ShuffleCall> executing = executing(step);
        executing.forEach(call -> call.send(
                new ShuffleStep(number, step.name(), step.partner(call.node().id()), attempts)));
        await(number, "step " + number + " (" + step.name() + ")", step, stop);
        long endNanos = System.nanoTime();
        executing.forEach(call -> barrierNanos[call.node().id()] += endNanos - call.changedNanos());
    }

    private List<ShuffleCall> executing(PlannedStep step) {
        return calls.stream().filter(call -> step.includes(call.node().id())).toList();
    }

    /**
     * By the number of the node.
     *
     * @param tasks what tasks report, if nodes do not take part
     */
    List<ShuffleTimes> times(Supplier<List<ShuffleTimes>> tasks) {
        return !plan.isCoordinated()
                ? tasks.get()
                : calls.stream()
                        .map(call -> call.times()
                                .withBarrier(TimeUnit.NANOSECONDS.toMillis(
                                        barrierNanos[call.node().id()])))
                        .toList();
    }

    /** The method that the nodes have chosen, or null; all choose the same. Thread-safe. */
    String chosen() {
        return calls.stream()
                .map(ShuffleCall::chosen)
                .filter(chosen -> chosen != null)
                .findFirst()
                .orElse(null);
    }

    /** Adds what the nodes have stored elsewhere than at the owners to what the data servers have committed. */
    List<Committed> located(List<Committed> committed) {
        if (!plan.isCoordinated()) {
            return committed;
        }
        List<Relocations> reported = calls.stream()
                .map(ShuffleCall::relocations)
                .filter(Objects::nonNull)
                .toList();
        List<Relocation> relocations =
                reported.stream().flatMap(node -> node.parts().stream()).toList();
        return IntStream.range(0, committed.size())
                .mapToObj(output -> committed
                        .get(output)
                        .with(
                                Relocation.extents(
                                        spec.outputs().get(output).group().id(), relocations),
                                reported.stream()
                                        .filter(node -> output < node.files().size())
                                        .map(node -> node.files().get(output))
                                        .reduce(Stored.NONE, Stored::plus)))
                .toList();
    }

    private void wake() {
        calls.stream().filter(call -> call.error() != null).findFirst().ifPresent(failed::complete);
        changes.release();
    }

    private void await(int number, String what, PlannedStep step, CompletableFuture<Void> stop) {
        while (true) {
            List<ShuffleCall> waited = executing(step).stream()
                    .filter(call -> !call.hasEnded(number))
                    .toList();
            ShuffleCall first = failed.getNow(null);
            if (first != null) {
                SssException error = first.error();
                throw new SssException(
                        error.code(),
                        what + " of " + spec.key() + " (" + method + ") failed on " + first.node() + ": "
                                + error.getMessage(),
                        error,
                        error.remoteTrace());
            }
            if (waited.isEmpty()) {
                return;
            }
            checkStop(stop);
            checkMoves(what, waited, step);
            pause();
        }
    }

    private void checkMoves(String what, List<ShuffleCall> waited, PlannedStep step) {
        long nowNanos = System.nanoTime();
        long limitNanos = context.shuffles().stepTimeout().toNanos();
        if (waited.stream().allMatch(call -> nowNanos - call.changedNanos() > limitNanos)) {
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    what + " of " + spec.key() + " (" + method + ") waits for "
                            + waited.stream()
                                    .map(call -> withPartner(call, step))
                                    .collect(Collectors.joining(", ")) + ", which moved nothing for "
                            + context.shuffles().stepTimeout().toSeconds()
                            + " s; see the logs of these nodes for slow disks or links (net.stallTimeout)");
        }
    }

    /** The reason may be at either end. */
    private String withPartner(ShuffleCall call, PlannedStep step) {
        Integer partner = step.partner(call.node().id());
        return call.node() + (partner == null ? "" : " with " + spec.cluster().node(partner));
    }

    private void pause() {
        try {
            if (changes.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                changes.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted during " + spec.key(), e);
        }
    }

    /** Lets the nodes release what they hold. */
    @Override
    public void close() {
        calls.forEach(call -> call.close(ended));
    }
}
