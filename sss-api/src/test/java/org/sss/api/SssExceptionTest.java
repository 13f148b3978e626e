package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class SssExceptionTest {
    @Test
    void unwrapsExceptionsOfFutures() {
        SssException inner = new SssException(ErrorCode.OVERLOADED, "full");
        assertThat(SssException.of(new ExecutionException(new CompletionException(inner)), "doing"))
                .isSameAs(inner);
        assertThat(SssException.of(new ExecutionException("no cause", null), "doing"))
                .hasMessageContaining("no cause");
    }

    @Test
    void reportsCycleOfCauses() {
        CompletionException inner = new CompletionException("inner", null) {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                return this;
            }
        };
        assertThat(SssException.of(new ExecutionException(inner), "doing").code())
                .isEqualTo(ErrorCode.INTERNAL);
    }

    @Test
    void reportsClassOfExceptionWhoseToStringThrows() {
        CompletionException mute = new CompletionException("mute", null) {
            private static final long serialVersionUID = 1L;

            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException();
            }

            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        };
        assertThat(SssException.of(mute, "doing"))
                .hasMessageStartingWith("doing: " + mute.getClass().getName());
    }
}
