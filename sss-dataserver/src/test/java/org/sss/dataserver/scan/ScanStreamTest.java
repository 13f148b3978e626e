package org.sss.dataserver.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;

/** When a scan is cut whose client takes nothing. Turns and the timer are the test's. */
final class ScanStreamTest {
    private final Queue<Runnable> slices = new ArrayDeque<>();
    private final Queue<Runnable> alarms = new ArrayDeque<>();
    private final Client client = new Client();
    private final OneFrame frames = new OneFrame();
    private int over;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable alarm, long delay, TimeUnit unit) {
            alarms.add(alarm);
            return super.schedule(() -> {}, 1, TimeUnit.DAYS);
        }
    };

    private final ScanStream scan =
            new ScanStream("a scan", client, () -> frames, slices::add, timer, TestNode.CONFIG, () -> over++);

    @AfterEach
    void close() {
        timer.shutdownNow();
        assertThat(over).isEqualTo(1);
        assertThat(frames.frame.refCnt()).isZero();
    }

    private void runSliceWithoutCredit() {
        scan.requestSlice();
        slices.remove().run();
        assertThat(alarms).hasSize(1);
    }

    @Test
    void aClientThatTakesNothingIsCut() {
        runSliceWithoutCredit();
        alarms.remove().run();
        slices.remove().run();
        assertThat(client.failure).isNotNull().hasMessageContaining("its client took nothing");
        assertThat(client.failure.code()).isEqualTo(ErrorCode.TIMEOUT);
    }

    /** Of thousands of scans each waits longer for a thread than a client may take nothing. */
    @Test
    void doesNotCutScanThatWaitsForATimeSlice() {
        runSliceWithoutCredit();
        client.hasCredit = true;
        scan.onWritable();
        alarms.remove().run();
        slices.remove().run();
        assertThat(client.failure).isNull();
        assertThat(client.trailer).isEmpty();
    }

    @Test
    void aScanForWhichThereIsNoThreadEndsAsOverloaded() {
        new ScanStream(
                        "a scan",
                        client,
                        () -> {
                            throw new AssertionError("nothing is to be opened");
                        },
                        work -> {
                            throw new OutOfMemoryError("unable to create native thread");
                        },
                        timer,
                        TestNode.CONFIG,
                        () -> over++)
                .requestSlice();
        assertThat(client.failure.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(client.failure).hasMessageContainingAll("a scan was refused", "unable to create native thread");
        frames.frame.release();
    }

    /** The other end of the stream. */
    private static final class Client implements Stream {
        private boolean hasCredit;
        private byte[] trailer;
        private SssException failure;

        @Override
        public boolean trySend(ByteBuf data) {
            if (hasCredit) {
                data.release();
            }
            return hasCredit;
        }

        @Override
        public void send(ByteBuf data) {
            throw new AssertionError("a scan does not wait");
        }

        @Override
        public void end(Message with) {
            trailer = with.bytes();
        }

        @Override
        public void fail(SssException error) {
            failure = error;
        }

        @Override
        public void grant(int bytes) {
            throw new AssertionError("a scan takes nothing");
        }
    }

    private static final class OneFrame implements StreamFrames {
        private final ByteBuf frame = Unpooled.buffer(4).writeInt(1);
        private boolean given;

        @Override
        public ByteBuf next() {
            ByteBuf next = given ? null : frame;
            given = true;
            return next;
        }

        @Override
        public byte[] trailer() {
            return new byte[0];
        }

        @Override
        public void close() {
            // it holds nothing
        }
    }
}
