package org.sss.server.shuffle.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.SssException;
import org.sss.net.block.BlockStats;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** A data server that counts the tuples of each attempt that ended or streams. Thread-safe. */
public final class FakeData {
    public final Map<AttemptId, Long> stored = new ConcurrentHashMap<>();
    public final AtomicInteger open = new AtomicInteger();
    /** Whether streams get no credit back. */
    public volatile boolean stuck;

    public volatile boolean losesABlock;

    public StreamHandler open(String verb, Message header, Stream stream) {
        assertThat(verb).isEqualTo(DataVerbs.PUT.name());
        DataVerbs.Put put = Json.read(header, DataVerbs.Put.class, "put");
        open.incrementAndGet();
        stream.whenOver(open::decrementAndGet);
        return new StreamHandler() {
            private DataVerbs.Stored sum = DataVerbs.Stored.NONE;

            @Override
            public void onData(ByteBuf frame) {
                int bytes = frame.readableBytes();
                frame.skipBytes(DataVerbs.PUT_FRAME_HEADER_BYTES);
                BlockStats stats = BlockStats.of(frame);
                frame.release();
                if (losesABlock) {
                    losesABlock = false;
                } else {
                    stored.merge(put.attempt(), (long) stats.tuples(), Long::sum);
                    sum = sum.plus(new DataVerbs.Stored(stats.tuples(), stats.dataBytes(), stats.bytes(), 1, 0));
                }
                if (!stuck) {
                    stream.grant(bytes);
                }
            }

            @Override
            public void onEnd(Message trailer) {
                stream.end(Json.write(sum));
            }

            @Override
            public void onError(SssException error) {
                stored.remove(put.attempt());
            }
        };
    }
}
