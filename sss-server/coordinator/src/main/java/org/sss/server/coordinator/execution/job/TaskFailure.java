package org.sss.server.coordinator.execution.job;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DeadLink;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.TaskSpec;

/**
 * The error of a task, and how well it explains the failure of its job: when a node dies or user code throws, other
 * tasks fail too, because their peers are lost.
 */
record TaskFailure(SssException error, Weight weight) {
    /** From follow-up to cause. */
    enum Weight {
        FOLLOW_UP,
        MAYBE_FOLLOW_UP,
        LINK_DEAD,
        NODE_LOST,
        CAUSE
    }

    /** As {@link #of(SssException)}; the trace of the error ends with the node. */
    static TaskFailure at(NodeInfo node, SssException error) {
        return of(
                error.remoteTrace() == null
                        ? error
                        : new SssException(
                                error.code(),
                                error.getMessage(),
                                null,
                                error.remoteTrace().stripTrailing() + "\n\ton " + node));
    }

    static TaskFailure of(SssException error) {
        return new TaskFailure(
                error,
                switch (error.code().kind()) {
                    case RETRYABLE -> DeadLink.isReportedBy(error) ? Weight.LINK_DEAD : Weight.MAYBE_FOLLOW_UP;
                    case USER -> error.code() == ErrorCode.CANCELLED ? Weight.FOLLOW_UP : Weight.CAUSE;
                    case FATAL -> Weight.CAUSE;
                });
    }

    /**
     * For a task that could not be sent to its node: the node is lost, unless a limit was reached or the task is
     * invalid.
     */
    static TaskFailure notStarted(SssException error) {
        boolean lost = error.code().kind() == ErrorCode.Kind.RETRYABLE && error.code() != ErrorCode.OVERLOADED;
        return lost ? new TaskFailure(error, Weight.NODE_LOST) : of(error);
    }

    /** For a task for which the coordinator has no thread: another attempt would need a thread too. */
    static TaskFailure withoutThread(SssException error) {
        return new TaskFailure(error, Weight.CAUSE);
    }

    static TaskFailure ofNode(NodeInfo node, TaskSpec spec, SssException error) {
        return new TaskFailure(
                new SssException(
                        ErrorCode.NODE_UNREACHABLE,
                        node + " was lost while it ran " + spec
                                + "; the output of the job is dropped. Start the node again and run the workflow "
                                + "again. ("
                                + error.getMessage() + ")",
                        error),
                Weight.NODE_LOST);
    }

    /** True if no later failure can be a better explanation. */
    boolean isCertain() {
        return weight.compareTo(Weight.NODE_LOST) >= 0;
    }

    /** True if another attempt may succeed: for example, a data server may be able to write next time. */
    boolean isRetryable() {
        return weight == Weight.MAYBE_FOLLOW_UP || weight == Weight.FOLLOW_UP || error.code() == ErrorCode.STORAGE;
    }

    boolean isBetterThan(TaskFailure other) {
        return other == null || weight.compareTo(other.weight) > 0;
    }
}
