package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThrownTest {
    /** Each is the cause of the other. */
    private static Exception cycle() {
        Exception one = new Exception("one");
        one.initCause(new Exception("other", one));
        return one;
    }

    /** Has a new cause whenever it is asked. */
    private static final class Endless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            return new Endless();
        }
    }

    @Test
    void aChainOfCausesThatDoesNotEndHasAnInnermostOneAllTheSame() {
        assertThat(Thrown.root(cycle())).isInstanceOf(Exception.class);
        assertThat(Thrown.root(new Endless())).isInstanceOf(Endless.class);
        assertThat(MissingClass.explain(cycle())).isNull();
    }

    @Test
    void theInnermostCauseIsFound() {
        Exception inner = new Exception("inner");
        assertThat(Thrown.root(new Exception(new Exception(inner)))).isSameAs(inner);
        assertThat(Thrown.root(inner)).isSameAs(inner);
    }

    @Test
    void aTraceGoesAsFarAsItCanBeHad() {
        RuntimeException outer = new RuntimeException("outer", new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                throw new IllegalStateException();
            }
        });
        assertThat(Thrown.trace(outer))
                .startsWith("java.lang.RuntimeException: outer")
                .contains("ThrownTest.java:")
                .endsWith("... (the rest of the trace failed with java.lang.IllegalStateException)");
    }
}
