package org.sss.server.coordinator.run;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.server.coordinator.members.Members;

/**
 * All tasks of one job, each on the owner of its subgroup. Thread-safe. The nodes queue what they cannot run at once. The
 * first failure ends all, but one that may be the consequence of another waits a moment for a better explanation.
 */
final class JobTasks {
    private static final long EXPLANATION_MILLIS = 400;

    private final Members members;
    private final ScheduledExecutorService timer;
    private final List<TaskCall> calls;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    /** Guarded by this, as what follows. */
    private int running;
    private int succeeded;
    private TaskFailure failure;

    JobTasks(List<TaskSpec> specs, Members members, ScheduledExecutorService timer) {
        this.members = members;
        this.timer = timer;
        this.calls = specs.stream().map(spec -> new TaskCall(spec, spec.node(), this)).toList();
        this.running = calls.size();
    }

    /** Starts all; the future ends when all tasks have, or with the {@link SssException} that explains the failure best. */
    CompletableFuture<Void> start() {
        for (TaskCall call : calls) {
            if (over.isDone()) {
                break;
            }
            try {
                call.start(members.server(call.node()));
            } catch (SssException e) {
                failed(new TaskFailure(e, TaskFailure.Weight.NODE_LOST));
            }
        }
        return over;
    }

    /** Tells all nodes to stop; those tasks that are over stay as they are. */
    void cancel(SssException why) {
        calls.forEach(call -> call.cancel(why));
        over.completeExceptionally(why);
    }

    synchronized int succeededCount() {
        return succeeded;
    }

    Progress progress() {
        return calls.stream().map(TaskCall::progress).reduce(Progress.NONE, Progress::plus);
    }

    void succeeded() {
        boolean last;
        synchronized (this) {
            succeeded++;
            running--;
            last = running == 0;
        }
        if (last) {
            settle();
        }
    }

    void failed(TaskFailure one) {
        boolean first;
        boolean now;
        synchronized (this) {
            first = failure == null;
            if (one.isBetterThan(failure)) {
                failure = one;
            }
            running--;
            now = running == 0 || failure.isCertain();
        }
        if (now) {
            settle();
        } else if (first) {
            timer.schedule(this::settle, EXPLANATION_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void settle() {
        SssException error;
        synchronized (this) {
            error = failure == null ? null : failure.error();
        }
        if (error == null) {
            over.complete(null);
        } else if (over.completeExceptionally(error)) {
            cancel(new SssException(ErrorCode.CANCELLED, "another task of the job failed: " + error.getMessage()));
        }
    }
}
