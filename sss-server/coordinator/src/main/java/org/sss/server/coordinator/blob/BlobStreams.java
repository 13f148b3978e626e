package org.sss.server.coordinator.blob;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Blob;
import org.sss.net.control.ServerVerbs.BlobIds;
import org.sss.net.peer.LimitedLog;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Work;

/** Serves the verbs {@code blob.*}, and fetches blobs from another server. Thread-safe. */
public final class BlobStreams {
    private static final Logger LOG = LoggerFactory.getLogger(BlobStreams.class);
    private static final Duration FRAME_TIMEOUT = Duration.ofSeconds(30);
    private static final int FRAME_BYTES = 64 << 10;
    private static final byte[] NONE = {};
    /** Each occupies a thread, and a window of received bytes. */
    private static final int MAX_PUTS = 128;
    /** Each occupies a thread: all nodes of a large cluster may request the same jar at once. */
    private static final int MAX_GETS = 512;

    private static final LimitedLog NOT_STORED = new LimitedLog(LOG, "blobs that were not stored");

    private final BlobStore store;
    private final Executor executor;
    private final PeerLimit puts = new PeerLimit("blobs to receive", MAX_PUTS);
    private final PeerLimit gets = new PeerLimit("blobs to send", MAX_GETS);

    public BlobStreams(BlobStore store, Executor executor) {
        this.store = store;
        this.executor = executor;
    }

    public void register(RpcService service) {
        service.on(ServerVerbs.BLOB_HAS, BlobIds.class, this::missing);
        service.onStream(ServerVerbs.BLOB_PUT, (header, stream) -> {
            String id = id(header);
            return new BlobPut(() -> startToReceive(id, stream));
        });
        service.onStream(ServerVerbs.BLOB_GET, (header, stream) -> {
            String id = id(header);
            start(gets, stream, () -> send(id, stream), "sending blob " + id);
            return new NothingMore();
        });
    }

    private DataQueue startToReceive(String id, Stream stream) {
        DataQueue content = new DataQueue(stream);
        start(puts, stream, () -> receive(id, content), "storing blob " + id);
        return content;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} */
    private void start(PeerLimit limit, Stream stream, Runnable work, String what) {
        Peer peer = stream.peer();
        limit.take(peer, 1);
        boolean started = false;
        try {
            Work.execute(
                    executor,
                    () -> {
                        try {
                            work.run();
                        } finally {
                            limit.free(peer, 1);
                        }
                    },
                    what);
            started = true;
        } finally {
            if (!started) {
                limit.free(peer, 1);
            }
        }
    }

    private BlobIds missing(BlobIds asked) {
        return new BlobIds(asked.ids().stream().filter(id -> !store.has(id)).toList());
    }

    private static String id(Message header) {
        String id = Json.read(header, Blob.class, "the header of a blob stream").id();
        BlobId.check(id);
        return id;
    }

    private void receive(String id, DataQueue content) {
        try (content) {
            try {
                store(id, content);
                content.stream().end(NONE);
            } catch (SssException e) { // before the queue is closed, so that the sender gets the reason
                NOT_STORED.warn(content.stream().peer(), "Blob {} was not stored: {}", id, e.getMessage());
                content.stream().fail(e);
            }
        }
    }

    private void store(String id, DataQueue content) {
        try (BlobWriter writer = store.write(id)) {
            byte[] bytes = new byte[FRAME_BYTES];
            for (ByteBuf frame = content.take(FRAME_TIMEOUT); frame != null; frame = content.take(FRAME_TIMEOUT)) {
                try {
                    for (int left = frame.readableBytes(); left > 0; left = frame.readableBytes()) {
                        int length = Math.min(left, bytes.length);
                        frame.readBytes(bytes, 0, length);
                        writer.write(bytes, 0, length);
                    }
                } finally {
                    frame.release();
                }
            }
            writer.commit();
        }
    }

    private void send(String id, Stream stream) {
        try (InputStream in = Files.newInputStream(store.file(id))) {
            byte[] bytes = in.readNBytes(FRAME_BYTES);
            for (; bytes.length > 0; bytes = in.readNBytes(FRAME_BYTES)) {
                stream.send(Unpooled.wrappedBuffer(bytes));
            }
            stream.end(NONE);
        } catch (IOException e) {
            stream.fail(new SssException(ErrorCode.STORAGE, "cannot read blob " + id + ": " + e, e));
        } catch (SssException e) {
            stream.fail(e);
        }
    }

    /** Fetches a blob from the coordinator into the store, unless the store has it. */
    public void fetch(String id, Connection coordinator) {
        if (store.has(id)) {
            return;
        }
        try (DataQueue content = DataQueue.open(coordinator, ServerVerbs.BLOB_GET, Json.asMessage(new Blob(id)))) {
            content.stream().end(NONE);
            store(id, content);
        }
    }

    /** Handles the reader's direction of a blob stream, which has nothing after the header. */
    private static final class NothingMore implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // The reader's direction has ended; the content is still being sent.
        }

        @Override
        public void onError(SssException error) {
            LOG.debug("The reader of a blob has disconnected: {}", error.getMessage());
        }
    }
}
