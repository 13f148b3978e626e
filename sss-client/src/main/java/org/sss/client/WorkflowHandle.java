package org.sss.client;

import java.time.Duration;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.Exchange;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.WorkflowStatus;

/** A workflow that was submitted. Thread-safe. */
public final class WorkflowHandle {
    /** The coordinator reports about five times a second; this long without a report is a fault. */
    private static final Duration SILENCE = Duration.ofSeconds(30);
    /** Between two requests, where it cannot report. */
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

    /** How it stands now. @throws SssException NOT_FOUND when 1000 others, or with 16 MiB of reports, have ended since it did */
    public WorkflowStatus status() {
        return link.ask(ServerVerbs.WORKFLOW_GET, new Name(id), WorkflowStatus.class);
    }

    /**
     * Hands each status, about five a second, to {@code watcher} on this thread until the workflow is over, and returns the
     * last one, whatever its state.
     *
     * @throws SssException NODE_UNREACHABLE or TIMEOUT when the coordinator is lost
     */
    public WorkflowStatus follow(Consumer<? super WorkflowStatus> watcher) {
        Exchange exchange = Exchange.open(link.coordinator(), ServerVerbs.WORKFLOW_FOLLOW, new Name(id));
        try {
            WorkflowStatus status;
            do {
                status = next(exchange);
                watcher.accept(status);
            } while (!status.state().isOver());
            return status;
        } finally {
            exchange.cancel("the follower is done");
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
            throw !lost ? e : new SssException(e.code(), "the coordinator, " + link.map().coordinator() + ", was lost while"
                    + " workflow " + id + " was being followed (" + e.getMessage() + "); if it had to be started again, so has"
                    + " the workflow, else follow it again ('sss wait " + id + "', or client.workflow(id) in programs)", e);
        }
    }

    /** Of a workflow whose status does not go into a frame of its report: the answer to a request may be larger. */
    private WorkflowStatus statusSoon() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while following workflow " + id + "; it goes on", e);
        }
        return status();
    }

    /**
     * Waits for the end, however long that takes.
     *
     * @return the last status, which is {@code SUCCEEDED}
     * @throws SssException that of the workflow when it failed, CANCELLED when it was cancelled
     */
    public WorkflowStatus await() {
        return succeeded(follow(status -> { }));
    }

    /** Asks the coordinator to stop all tasks; returns the status after that. No error when it is over already. */
    public WorkflowStatus cancel() {
        return link.ask(ServerVerbs.WORKFLOW_CANCEL, new Name(id), WorkflowStatus.class);
    }

    /** The same status if it says SUCCEEDED. @throws SssException why it does not */
    public static WorkflowStatus succeeded(WorkflowStatus status) {
        if (status.error() != null) {
            throw status.error().toException();
        }
        if (status.state() != WorkflowStatus.State.SUCCEEDED) {
            throw new SssException(ErrorCode.CANCELLED, "workflow " + status.id() + " ('" + status.name() + "') was "
                    + status.state().name().toLowerCase(java.util.Locale.ROOT) + "; run it again if it is still wanted");
        }
        return status;
    }
}
