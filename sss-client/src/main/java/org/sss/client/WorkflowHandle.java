package org.sss.client;

import java.time.Duration;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.Exchange;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowStatus;

/** A submitted workflow. Thread-safe. */
public final class WorkflowHandle {
    /** Timeout of the coordinator's reports, which come about five times a second. */
    private static final Duration SILENCE = Duration.ofSeconds(30);
    /** Pause between requests if the coordinator cannot send reports. */
    private static final long PAUSE_MILLIS = 200;

    private final ClusterLink link;
    private final String id;

    WorkflowHandle(ClusterLink link, String id) {
        this.link = link;
        this.id = id;
    }

    /** {@code wf-N}. */
    public String id() {
        return id;
    }

    /**
     * Returns the current status.
     *
     * @throws SssException NOT_FOUND once 1000 others, or others with 16 MiB of reports, have ended after it
     */
    public WorkflowReport status() {
        return new WorkflowReport(ask());
    }

    /**
     * Returns what the workflow consists of, as it was submitted.
     *
     * @throws SssException NOT_FOUND once the coordinator has discarded it, which happens earlier than for {@link
     *     #status}; FORBIDDEN for a token that may not run workflows
     */
    public WorkflowDefinition definition() {
        return WorkflowDefinition.of(link.ask(ServerVerbs.WORKFLOW_SPEC, new Name(id), WorkflowSpec.class));
    }

    private WorkflowStatus ask() {
        return link.ask(ServerVerbs.WORKFLOW_GET, new Name(id), WorkflowStatus.class);
    }

    /**
     * Passes each status, about five a second, to {@code watcher} on this thread until the workflow ends. Returns the
     * last one, whatever its state.
     *
     * @throws SssException NODE_UNREACHABLE or TIMEOUT if the connection to the coordinator is lost; UNAUTHENTICATED if
     *     the token was revoked, and the token file has no other
     */
    public WorkflowReport follow(Consumer<? super WorkflowReport> watcher) {
        WorkflowReport status = followOnce(watcher);
        while (status == null) {
            try {
                status = followOnce(watcher);
            } catch (SssException e) {
                if (e.code() == ErrorCode.UNAUTHENTICATED) {
                    throw new SssException(
                            e.code(),
                            "workflow " + id + " continues, but its follower was disconnected: " + e.getMessage(),
                            e);
                }
                throw e;
            }
        }
        return status;
    }

    /** Returns null if the token was revoked: the token file may have another one. */
    private WorkflowReport followOnce(Consumer<? super WorkflowReport> watcher) {
        Exchange exchange = Exchange.ask(link.coordinator(), ServerVerbs.WORKFLOW_FOLLOW, new Name(id));
        WorkflowReport status = null;
        try {
            do {
                try {
                    status = new WorkflowReport(next(exchange));
                } catch (SssException e) {
                    if (e.code() != ErrorCode.UNAUTHENTICATED) {
                        throw e;
                    }
                    return null; // without another token, the next attempt to connect fails
                }
                watcher.accept(status);
            } while (!status.state().isOver());
            return status;
        } finally {
            exchange.cancel("the follower is done"); // no effect if the coordinator has ended it
        }
    }

    private WorkflowStatus next(Exchange exchange) {
        try {
            return exchange.next(WorkflowStatus.class, SILENCE);
        } catch (SssException e) {
            if (e.code() == ErrorCode.TOO_LARGE) {
                return statusSoon();
            }
            boolean lost = e.remoteTrace() == null && e.code().kind() == ErrorCode.Kind.RETRYABLE;
            throw !lost
                    ? e
                    : new SssException(
                            e.code(),
                            "the connection to the coordinator, " + link.map().coordinator() + ", was lost while"
                                    + " following workflow " + id + " (" + e.getMessage()
                                    + "); if the coordinator was restarted, submit the workflow"
                                    + " again, else follow it again ('sss wait " + id
                                    + "', or client.workflow(id) in programs)",
                            e);
        }
    }

    /** Requests the status of a workflow that exceeds the size of a report; the answer to a request may be larger. */
    private WorkflowStatus statusSoon() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(
                    ErrorCode.CANCELLED, "interrupted while following workflow " + id + "; the workflow continues", e);
        }
        return ask();
    }

    /**
     * Waits for the end, without a time limit.
     *
     * @return the last status, which is {@code SUCCEEDED}
     * @throws SssException the error of the workflow if it failed; CANCELLED if it was cancelled
     */
    public WorkflowReport await() {
        return succeeded(follow(status -> {}));
    }

    /** Asks the coordinator to stop all tasks; returns the status after that. No error if the workflow has ended. */
    public WorkflowReport cancel() {
        return new WorkflowReport(link.ask(ServerVerbs.WORKFLOW_CANCEL, new Name(id), WorkflowStatus.class));
    }

    /**
     * Returns {@code status} if it is SUCCEEDED.
     *
     * @throws SssException the error of the workflow otherwise
     */
    public static WorkflowReport succeeded(WorkflowReport status) {
        SssException error = status.error();
        if (error != null) {
            throw error;
        }
        if (status.state() != WorkflowReport.State.SUCCEEDED) {
            throw new SssException(
                    ErrorCode.CANCELLED,
                    "workflow " + status.id() + " ('" + status.name() + "') was "
                            + status.state().name().toLowerCase(java.util.Locale.ROOT)
                            + "; run it again if it is still wanted");
        }
        return status;
    }
}
