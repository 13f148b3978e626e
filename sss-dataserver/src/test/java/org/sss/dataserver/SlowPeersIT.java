package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.CONFIG;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** Clients of a data server over TCP that take nothing: they are cut, others continue. */
final class SlowPeersIT {
    private static final DataServerConfig IMPATIENT = CONFIG.withThreads(2, 1).withStallTimeout(Duration.ofMillis(200));
    private static final int TUPLES = 50_000;
    private static final int OPEN = 1;

    @TempDir
    Path directory;

    private TestNode node(DataServerConfig config) {
        return TestNode.open(
                directory, config, () -> new TcpTransport(TcpConfig.DEFAULTS.withStreams(StreamConfig.DEFAULTS)));
    }

    @Test
    void scanWithoutCreditIsCutWithAReason() throws Exception {
        try (TestNode node = node(IMPATIENT)) {
            node.store(1, 0, Tuples.numbered("k", TUPLES, "x".repeat(100)));
            EndListener listener = new EndListener();
            node.connection().open(DataVerbs.SCAN.name(), Json.write(new Scan(1, 0, true, null, null)), listener);
            SssException error = listener.error.get(60, TimeUnit.SECONDS);
            assertThat(error.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(error).hasMessageContaining("its client took nothing for 200 ms");
            assertThat(node.scan(1, 0, true).count()).isEqualTo(TUPLES);
        }
    }

    @Test
    void aScanWhoseClientReadsNothingIsCutThoughItHasCredit() throws Exception {
        DataServerConfig oneScan = IMPATIENT.withMaxStreams(9, 1);
        try (TestNode node = node(oneScan);
                Socket deaf = greet(node, 1 << 30)) {
            node.store(1, 0, Tuples.numbered("k", TUPLES, "x".repeat(1000)));
            open(deaf, 1, DataVerbs.SCAN.name(), Json.write(new Scan(1, 0, true, null, null)));
            await().atMost(60, TimeUnit.SECONDS)
                    .ignoreExceptionsInstanceOf(SssException.class)
                    .until(() -> node.scan(1, 0, true).count() == TUPLES);
        }
    }

    private static Socket greet(TestNode node, int windowBytes) throws IOException {
        Socket socket = new Socket("127.0.0.1", node.address().port());
        socket.setSoTimeout(60_000);
        ByteArrayOutputStream preface = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(preface)) {
            out.write("SSS1".getBytes(StandardCharsets.US_ASCII));
            out.writeInt(1 << 16);
            out.writeInt(windowBytes);
            out.writeInt(0);
        }
        socket.getOutputStream().write(preface.toByteArray());
        return socket;
    }

    private static void open(Socket socket, int stream, String verb, byte[] header) throws IOException {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.write(verb.length());
        payload.writeBytes(verb.getBytes(StandardCharsets.US_ASCII));
        payload.writeBytes(header);
        frame(socket, OPEN, stream, payload.toByteArray());
    }

    private static void frame(Socket socket, int type, int stream, byte[] payload) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(frame)) {
            out.writeInt(payload.length);
            out.writeInt(type << 24);
            out.writeInt(stream);
            out.write(payload);
        }
        socket.getOutputStream().write(frame.toByteArray());
    }

    /** Takes what comes, never gives credit, and hears the end. */
    private static final class EndListener implements StreamHandler {
        private final CompletableFuture<SssException> error = new CompletableFuture<>();

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            error.completeExceptionally(new AssertionError("the scan ended without credit"));
        }

        @Override
        public void onError(SssException e) {
            error.complete(e);
        }
    }
}
