package org.sss.server.coordinator.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class TaskFailureTest {
    private static TaskFailure notStarted(ErrorCode code) {
        return TaskFailure.notStarted(new SssException(code, "not started"));
    }

    @Test
    void retriesTaskRejectedByOverloadedNode() {
        assertThat(notStarted(ErrorCode.OVERLOADED).isCertain()).isFalse();
        assertThat(notStarted(ErrorCode.OVERLOADED).isRetryable()).isTrue();
    }

    @Test
    void unreachableNodeIsLost() {
        assertThat(notStarted(ErrorCode.NODE_UNREACHABLE).weight()).isEqualTo(TaskFailure.Weight.NODE_LOST);
        assertThat(notStarted(ErrorCode.TIMEOUT).weight()).isEqualTo(TaskFailure.Weight.NODE_LOST);
    }

    @Test
    void tooLargeTaskIsCause() {
        assertThat(notStarted(ErrorCode.TOO_LARGE).weight()).isEqualTo(TaskFailure.Weight.CAUSE);
    }

    @Test
    void deadLinkIsNotRetriedAndExplainsMoreThanLostConnection() {
        TaskFailure deadLink = TaskFailure.of(new SssException(
                ErrorCode.NODE_UNREACHABLE,
                "task 1: node 1 cannot reach node 2: cannot reach b:2",
                null,
                "trace of node 1"));
        TaskFailure lost = TaskFailure.of(new SssException(
                ErrorCode.NODE_UNREACHABLE, "the connection with b:2 was lost", null, "trace of node 1"));
        assertThat(deadLink.isRetryable()).isFalse();
        assertThat(lost.isRetryable()).isTrue();
        assertThat(deadLink.isBetterThan(lost)).isTrue();
        assertThat(notStarted(ErrorCode.NODE_UNREACHABLE).isBetterThan(deadLink))
                .isTrue();
    }
}
