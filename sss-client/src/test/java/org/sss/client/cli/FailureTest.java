package org.sss.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class FailureTest {
    private static final IOException BROKEN = new IOException("Broken pipe");

    @Test
    void whoeverReadTheOutputMayHaveEnough() {
        IOException closed = new StandardOutput.ClosedPipe(BROKEN);
        assertThat(new Failure(closed).isClosedPipe()).isTrue();
        assertThat(new Failure(new UncheckedIOException(closed)).isClosedPipe()).isTrue();
        assertThat(new Failure(BROKEN).isClosedPipe()).isFalse();
    }

    @Test
    void aConnectionThatBreaksIsAFailure() {
        Failure failure = new Failure(new SssException(ErrorCode.NODE_UNREACHABLE, "node 1 is gone", BROKEN));
        assertThat(failure.isClosedPipe()).isFalse();
        assertThat(failure.message()).isEqualTo("node 1 is gone");
    }
}
