package org.sss.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.rpc.Json;
import org.sss.spark.testing.TestSpark;

/** Instead of the class of that name: a workflow on Spark. Thread-safe. */
public final class WorkflowHandle {
    private final String id;

    @SuppressWarnings("UnusedVariable")
    WorkflowHandle(ClusterLink link, String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    private CompletableFuture<WorkflowReport> run() {
        return Submission.RUNS.get(id);
    }

    public WorkflowReport status() {
        if (!run().isDone()) {
            return report(State.RUNNING, null);
        }
        try {
            return await();
        } catch (SssException e) {
            return report(e.code() == ErrorCode.CANCELLED ? State.CANCELLED : State.FAILED, e);
        }
    }

    private WorkflowReport report(State state, SssException error) {
        ErrorInfo info = error == null ? null : ErrorInfo.of(error);
        WorkflowStatus status = new WorkflowStatus(id, id, state, List.of(), info, 0, 0);
        return WorkflowReport.ofJson(new String(Json.write(status), StandardCharsets.UTF_8));
    }

    public WorkflowReport follow(Consumer<? super WorkflowReport> watcher) {
        run().handle((report, error) -> null).join();
        WorkflowReport status = status();
        watcher.accept(status);
        return status;
    }

    public WorkflowReport await() {
        try {
            return run().join();
        } catch (CompletionException e) {
            throw SssException.of(e, "running " + id);
        }
    }

    /** Waits for the first job of Spark, so that there is something to cancel. */
    public WorkflowReport cancel() {
        while (!run().isDone()) {
            TestSpark.context().cancelAllJobs();
            run().handle((report, error) -> null)
                    .copy()
                    .completeOnTimeout(null, 100, java.util.concurrent.TimeUnit.MILLISECONDS)
                    .join();
        }
        return status();
    }

    public WorkflowDefinition definition() {
        throw new UnsupportedOperationException("a workflow on Spark");
    }

    public static WorkflowReport succeeded(WorkflowReport status) {
        return status;
    }
}
