package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class PeerErrorTest {
    @Test
    void errorIsSentAlthoughItsCauseThrows() {
        SssException error = new SssException(ErrorCode.USER_CODE, "what happened", new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        });
        PeerError sent = PeerError.of(error);
        assertThat(sent.message()).isEqualTo("what happened");
        assertThat(sent.trace())
                .contains("PeerErrorTest.java:")
                .endsWith("(the rest of the trace failed with java.lang.IllegalStateException)");
    }
}
