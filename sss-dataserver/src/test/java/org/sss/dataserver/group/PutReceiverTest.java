package org.sss.dataserver.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.PutAnswer;
import org.sss.dataserver.merge.Attempt;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Message;

class PutReceiverTest {
    /** Of a writer that has ended when all is stored. */
    private static final class Left extends PutAnswer {
        @Override
        public void end(Message trailer) {
            throw new SssException(ErrorCode.CANCELLED, "the writer has ended");
        }
    }

    /** What is thrown would be the last that its storage thread, or the network, hears of it: an error in the log. */
    @Test
    void ignoresDisconnectedWriterAfterStoring() {
        Attempt attempt = new Attempt(new AttemptId("wf-1/map-1", 0, 0));
        AtomicInteger overs = new AtomicInteger();
        PutReceiver put = new PutReceiver(
                null,
                GroupKey.of(1),
                attempt,
                new Left(),
                false,
                IncomingMemory.ofProcess(),
                stored -> overs.incrementAndGet());
        attempt.add(put);
        put.onEnd(Message.EMPTY);
        assertThat(put.isOver()).isTrue();
        assertThat(overs).hasValue(1);
        assertThat(attempt.isStreaming()).isFalse();
    }
}
