package org.sss.server.coordinator.blob;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs;
import org.sss.net.peer.Peer;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.testing.FailingDisk;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** Limits for peers that open streams for blobs and send little or nothing. */
class BlobStreamsTest {
    private static final byte[] CONTENT = "content".getBytes(UTF_8);

    @TempDir
    Path directory;

    private final Queue<Runnable> threads = new ArrayDeque<>();
    private final RpcService service = new RpcService(threads::add);
    private final Peer greedy = Peer.at(new InetSocketAddress("127.0.0.1", 1));
    private final Peer other = Peer.at(new InetSocketAddress("127.0.0.1", 2));
    private BlobStore store;

    /** A stream whose peer reads nothing. */
    private static class Opened implements Stream {
        private final Peer peer;
        private final List<Runnable> whenOver = new ArrayList<>();
        private SssException failure;
        private boolean ended;

        Opened(Peer peer) {
            this.peer = peer;
        }

        @Override
        public Peer peer() {
            return peer;
        }

        @Override
        public void whenOver(Runnable action) {
            whenOver.add(action);
        }

        @Override
        public void send(ByteBuf data) {
            data.release();
        }

        @Override
        public boolean trySend(ByteBuf data) {
            send(data);
            return true;
        }

        @Override
        public void end(Message trailer) {
            ended = true;
        }

        @Override
        public void fail(SssException error) {
            failure = error;
        }

        @Override
        public void grant(int bytes) {
            // nothing more is sent
        }
    }

    @BeforeEach
    void open() {
        store = new BlobStore(directory, 100);
        new BlobStreams(store, threads::add).register(service);
    }

    private StreamHandler put(Opened stream) {
        return service.open(
                ServerVerbs.BLOB_PUT.name(), Json.asMessage(new ServerVerbs.Blob(BlobId.of(CONTENT))), stream);
    }

    private static ByteBuf content() {
        return Unpooled.wrappedBuffer(CONTENT);
    }

    private void isOverloaded(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
    }

    /** The first failure of a stream is the one that its peer gets. */
    @Test
    void theSenderGetsTheReasonWhyABlobIsNotStored() {
        FailingDisk disk = new FailingDisk();
        RpcService failing = new RpcService(threads::add);
        new BlobStreams(new BlobStore(disk.path(directory), 100), threads::add).register(failing);
        disk.before = change -> FailingDisk.<RuntimeException>fail(new IOException("No space left on device"));
        List<SssException> failures = new ArrayList<>();
        Opened stream = new Opened(greedy) {
            @Override
            public void fail(SssException error) {
                failures.add(error);
            }
        };
        StreamHandler handler = failing.open(
                ServerVerbs.BLOB_PUT.name(), Json.asMessage(new ServerVerbs.Blob(BlobId.of(CONTENT))), stream);
        handler.onData(content());
        handler.onEnd(Message.EMPTY);
        List.copyOf(threads).forEach(Runnable::run);
        assertThat(failures).isNotEmpty();
        assertThat(failures.get(0).code()).isEqualTo(ErrorCode.STORAGE);
        assertThat(failures.get(0)).hasMessageContaining("No space left on device");
    }

    @Test
    void blobWithoutDataUsesNoThreadAndNoFile() {
        for (int i = 0; i < 1_000; i++) {
            put(new Opened(greedy));
        }
        assertThat(threads).isEmpty();
        assertThat(directory).isEmptyDirectory();
        Opened stream = new Opened(greedy);
        StreamHandler later = put(stream);
        later.onData(content());
        later.onEnd(Message.EMPTY);
        threads.remove().run();
        assertThat(stream.ended).isTrue();
        assertThat(store.read(BlobId.of(CONTENT))).isEqualTo(CONTENT);
    }

    @Test
    void limitsConnectionToHalfOfThreads() {
        List<StreamHandler> started = new ArrayList<>();
        isOverloaded(() -> {
            while (started.size() < 10_000) {
                StreamHandler next = put(new Opened(greedy));
                next.onData(content());
                started.add(next);
            }
        });
        assertThat(threads).hasSize(64);
        put(new Opened(other)).onData(content());
        started.forEach(handler -> handler.onError(new SssException(ErrorCode.CLOSED, "the peer is gone")));
        while (!threads.isEmpty() && threads.size() > 1) {
            threads.remove().run();
        }
        put(new Opened(greedy)).onData(content());
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void limitsReadersOfBlobs() {
        List<Stream> readers = new ArrayList<>();
        isOverloaded(() -> {
            while (readers.size() < 10_000) {
                Opened reader = new Opened(greedy);
                service.open(
                        ServerVerbs.BLOB_GET.name(), Json.asMessage(new ServerVerbs.Blob(BlobId.of(CONTENT))), reader);
                readers.add(reader);
            }
        });
        assertThat(threads).hasSize(256);
        service.open(
                ServerVerbs.BLOB_GET.name(),
                Json.asMessage(new ServerVerbs.Blob(BlobId.of(CONTENT))),
                new Opened(other));
    }

    @Test
    void limitsBytesOfIncompleteBlobs() {
        byte[] half = new byte[60];
        try (BlobWriter first = store.write(BlobId.of(half));
                BlobWriter second = store.write(BlobId.of(CONTENT))) {
            first.write(half, 0, 60);
            isOverloaded(() -> second.write(half, 0, 60));
            second.write(CONTENT, 0, CONTENT.length);
            second.commit();
        }
        try (BlobWriter again = store.write(BlobId.of(half))) {
            again.write(half, 0, 60);
            again.commit();
        }
        assertThat(store.has(BlobId.of(half))).isTrue();
    }
}
