package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.NodeAddress;

class DeadLinkTest {
    private static final NodeInfo OTHER = new NodeInfo(2, new NodeAddress("b", 1), new NodeAddress("b", 2));

    private static SssException reported() {
        SssException e = DeadLink.error(
                1, OTHER, new SssException(ErrorCode.NODE_UNREACHABLE, "cannot reach b:2: no answer within 8000 ms"));
        return ErrorInfo.of(e).toException();
    }

    @Test
    void errorNamesBothNodesAndTheAddress() {
        assertThat(reported()).hasMessage("node 1 cannot reach node 2: cannot reach b:2: no answer within 8000 ms");
    }

    @Test
    void recognisesReportOfAnotherNode() {
        assertThat(DeadLink.isReportedBy(reported())).isTrue();
        assertThat(DeadLink.report(reported())).contains(new DeadLink.Report(1, 2));
        assertThat(DeadLink.isReportedBy(
                        DeadLink.error(1, OTHER, new SssException(ErrorCode.NODE_UNREACHABLE, "here"))))
                .isFalse();
        assertThat(DeadLink.isReportedBy(new SssException(
                        ErrorCode.NODE_UNREACHABLE, "the connection with b:2 was lost", null, "trace")))
                .isFalse();
    }
}
