package org.sss.server.node.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.server.task.state.CallSite;

class StallDetectorTest {
    private static final StackTraceElement USER = new StackTraceElement("Busy", "map", "Busy.java", 7);
    private static final StackTraceElement ENGINE =
            new StackTraceElement("org.sss.net.transport.tcp.TcpStream", "send", "TcpStream.java", 8);

    private final FakeWork work = new FakeWork();
    private final StallDetector detector = new StallDetector(Duration.ofSeconds(10), 0);
    private long nowNanos;

    /** Checks five times a second. */
    private void pass(int seconds) {
        for (int i = 0; i < 5 * seconds; i++) {
            nowNanos += TimeUnit.MILLISECONDS.toNanos(200);
            detector.check(work, Thread.currentThread(), nowNanos);
        }
    }

    @Test
    void detectsStallWithItsLocation() {
        pass(9);
        assertThat(detector.site().text()).isEqualTo("key <k> at Busy.map(Busy.java:7)");
        assertThat(detector.isOver()).isFalse();
        pass(2);
        assertThat(detector.isOver()).isTrue();
    }

    @Test
    void occasionalSignPreventsStall() {
        for (int i = 0; i < 100; i++) {
            pass(9);
            work.signs++;
            assertThat(detector.isOver()).isFalse();
        }
    }

    @Test
    void signThatBecomesVisibleAtSamplingCounts() {
        work.signsSeenLate = 1;
        pass(1);
        assertThat(detector.site()).isNull();
        pass(9);
        assertThat(detector.isOver()).isFalse();
    }

    @Test
    void waitingForEngineIsNoStall() {
        work.stack =
                new StackTraceElement[] {new StackTraceElement("java.lang.Object", "wait", null, -2), ENGINE, USER};
        pass(100);
        assertThat(detector.site()).isNull();
        assertThat(detector.isOver()).isFalse();
    }

    @Test
    void waitingInUserCodeIsStall() {
        work.stack =
                new StackTraceElement[] {new StackTraceElement("java.lang.Object", "wait", null, -2), USER, ENGINE};
        pass(11);
        assertThat(detector.isOver()).isTrue();
    }

    @Test
    void pausedProcessIsNoStall() {
        pass(5);
        nowNanos += TimeUnit.DAYS.toNanos(1);
        pass(1);
        assertThat(detector.isOver()).isFalse();
        pass(5);
        assertThat(detector.isOver()).isTrue();
    }

    private static final class FakeWork implements TaskWork {
        private long signs;
        private long signsSeenLate;
        private StackTraceElement[] stack = {USER, ENGINE};

        @Override
        public long signs() {
            return signs;
        }

        @Override
        public CallSite site(Thread thread) {
            signs += signsSeenLate;
            signsSeenLate = 0;
            return new CallSite("key <k>", stack);
        }

        @Override
        public SssException ended(CallSite site, String what) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Progress run() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Progress progress() {
            return Progress.NONE;
        }

        @Override
        public void cancel() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }
    }
}
