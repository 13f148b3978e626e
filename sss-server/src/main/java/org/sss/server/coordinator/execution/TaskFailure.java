package org.sss.server.coordinator.execution;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DeadLink;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.TaskSpec;

/**
 * Why a task failed, and how well that explains the failure of its job: when a node dies or user code throws, other tasks
 * fail too, because their peers went away.
 */
record TaskFailure(SssException error, Weight weight) {
    /** From follow-up to cause. */
    enum Weight { FOLLOW_UP, MAYBE_FOLLOW_UP, LINK_DEAD, NODE_LOST, CAUSE }

    static TaskFailure of(SssException error) {
        return new TaskFailure(error, switch (error.code().kind()) {
            case RETRYABLE -> DeadLink.isReportedBy(error) ? Weight.LINK_DEAD : Weight.MAYBE_FOLLOW_UP;
            case USER -> error.code() == ErrorCode.CANCELLED ? Weight.FOLLOW_UP : Weight.CAUSE;
            case FATAL -> Weight.CAUSE;
        });
    }

    /** Of a task that its node could not be given: all but a limit that was reached, or a task that is wrong, is a lost node. */
    static TaskFailure notStarted(SssException error) {
        boolean lost = error.code().kind() == ErrorCode.Kind.RETRYABLE && error.code() != ErrorCode.OVERLOADED;
        return lost ? new TaskFailure(error, Weight.NODE_LOST) : of(error);
    }

    /** Of a task for which the coordinator has no thread: one more attempt would need a thread, too. */
    static TaskFailure withoutThread(SssException error) {
        return new TaskFailure(error, Weight.CAUSE);
    }

    static TaskFailure ofNode(NodeInfo node, TaskSpec spec, SssException error) {
        return new TaskFailure(new SssException(ErrorCode.NODE_UNREACHABLE, node + " was lost while it ran " + spec
                + "; what the job had written is dropped. Start the node again and run the workflow again. ("
                + error.getMessage() + ")", error), Weight.NODE_LOST);
    }

    /** Whether nothing that may come would explain it better. */
    boolean isCertain() {
        return weight.compareTo(Weight.NODE_LOST) >= 0;
    }

    /** Whether another attempt may do better: a data server that could not write this time may be able to next time. */
    boolean isWorthAnotherTry() {
        return weight == Weight.MAYBE_FOLLOW_UP || weight == Weight.FOLLOW_UP || error.code() == ErrorCode.STORAGE;
    }

    boolean isBetterThan(TaskFailure other) {
        return other == null || weight.compareTo(other.weight) > 0;
    }
}
