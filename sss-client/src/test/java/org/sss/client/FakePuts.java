package org.sss.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** A data server that counts what is put to it. Thread-safe. */
public final class FakePuts implements Service {
    public final AtomicInteger streams = new AtomicInteger();
    public final AtomicInteger tuples = new AtomicInteger();
    /** Whether a put fails at its end. */
    public volatile boolean diskIsFull;

    @Override
    public StreamHandler open(String verb, Message header, Stream stream) {
        streams.incrementAndGet();
        return new Put(stream);
    }

    private final class Put implements StreamHandler {
        private final Stream stream;
        private int stored;
        private long dataBytes;

        Put(Stream stream) {
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            byte[] frame = ByteBufUtil.getBytes(data);
            data.release();
            BlockReader block = new BlockReader();
            block.reset(frame, DataVerbs.PUT_FRAME_HEADER_BYTES, frame.length - DataVerbs.PUT_FRAME_HEADER_BYTES);
            dataBytes += block.dataBytes();
            while (block.next()) {
                stored++;
                tuples.incrementAndGet();
            }
            stream.grant(frame.length);
        }

        @Override
        public void onEnd(Message trailer) {
            if (diskIsFull) {
                stream.fail(new SssException(ErrorCode.STORAGE, "the disk is full"));
            } else {
                stream.end(Json.write(new Stored(stored, dataBytes, 0, 0, 0)));
            }
        }

        @Override
        public void onError(SssException error) {
            // The writer has stopped waiting.
        }
    }
}
