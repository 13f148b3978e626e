package org.sss.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class FailureTest {
    private static final IOException BROKEN = new IOException("Broken pipe");

    @Test
    void detectsAClosedPipe() {
        IOException closed = new StandardOutput.ClosedPipe(BROKEN);
        assertThat(new Failure(closed).isClosedPipe()).isTrue();
        assertThat(new Failure(new UncheckedIOException(closed)).isClosedPipe()).isTrue();
        assertThat(new Failure(BROKEN).isClosedPipe()).isFalse();
    }

    @Test
    void distinguishesLackOfThreadsFromLackOfMemory() {
        OutOfMemoryError noThread = new OutOfMemoryError("unable to create native thread: possibly out of memory");
        assertThat(new Failure(noThread).message())
                .startsWith("cannot create another thread")
                .doesNotContain("SSS_HEAP");
        assertThat(new Failure(new SssException(ErrorCode.OVERLOADED, "no thread for it", noThread)).message())
                .isEqualTo("no thread for it");
        assertThat(new Failure(new RuntimeException(new OutOfMemoryError("Java heap space"))).message())
                .contains("SSS_HEAP");
    }

    @Test
    void handlesCyclicCauses() {
        IOException one = new IOException("one");
        one.initCause(new IOException("other", one));
        Failure failure = new Failure(one);
        assertThat(failure.isClosedPipe()).isFalse();
        assertThat(failure.message()).isEqualTo("input or output failed: one");
    }

    @Test
    void reportsTheClassOfAnExceptionWhoseMessageThrows() {
        RuntimeException mute = new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new IllegalStateException();
            }

            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException();
            }
        };
        assertThat(new Failure(mute).message())
                .startsWith("unexpected " + mute.getClass().getName());
    }

    @Test
    void aLostConnectionIsAFailure() {
        Failure failure = new Failure(new SssException(ErrorCode.NODE_UNREACHABLE, "node 1 is gone", BROKEN));
        assertThat(failure.isClosedPipe()).isFalse();
        assertThat(failure.message()).isEqualTo("node 1 is gone");
    }
}
