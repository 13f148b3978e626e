package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;

/** A running node closes connections that send invalid data, with a line in the log, while jobs continue. */
class HostilePeersIT {
    private static final int PREFACE_PATIENCE_MILLIS = 20_000;
    private static final int OPEN = 1;
    private static final int DATA = 2;

    @TempDir
    static Path directory;

    private static NodeProcesses nodes;

    @BeforeAll
    static void start() throws IOException {
        nodes = NodeProcesses.start(directory, 1, "128m", "security = off"); // what a peer can do that has a token
        Path text = Files.write(
                directory.resolve("text"),
                IntStream.range(0, 1000).mapToObj(i -> "line " + i).toList());
        try (SssClient client = nodes.client()) {
            client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
        }
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    private static int port(String which) {
        return which.equals("server") ? nodes.serverPort(0) : nodes.dataPort(0);
    }

    /** Sends the bytes and waits until the node closes the connection. */
    private static void isThrownOut(String which, byte[] bytes, String reason) throws IOException {
        int before = nodes.log(0).length();
        try (Socket socket = new Socket("127.0.0.1", port(which))) {
            socket.setSoTimeout(PREFACE_PATIENCE_MILLIS);
            send(socket.getOutputStream(), bytes);
            awaitEnd(socket.getInputStream());
        }
        await().untilAsserted(() -> assertThat(nodes.log(0).substring(before)).contains("Closing the ", reason));
        checkThatJobsRun();
    }

    /** The node may close the connection before everything is sent. */
    private static void send(OutputStream out, byte[] bytes) {
        try {
            out.write(bytes);
            out.flush();
        } catch (IOException e) {
            assertThat(e).isInstanceOf(SocketException.class);
        }
    }

    private static void awaitEnd(InputStream in) throws IOException {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    private static void checkThatJobsRun() {
        try (SssClient client = nodes.client()) {
            client.run(WordCount.workflow(
                    WordCount.lines("lines"), WordCount.counts("counts").replacing()));
            assertThat(client.count("counts")).isEqualTo(1001);
        }
    }

    private static byte[] preface() {
        return new byte[] {'S', 'S', 'S', '1', 0, 1, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0};
    }

    private static byte[] afterPreface(int length, int type, int stream) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(preface());
            out.writeInt(length);
            out.writeByte(type);
            out.writeByte(0);
            out.writeShort(0);
            out.writeInt(stream);
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "data"})
    void rubbish(String which) throws IOException {
        byte[] rubbish = new byte[100_000];
        new Random(1).nextBytes(rubbish);
        isThrownOut(which, rubbish, "it does not start with");
        isThrownOut(which, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII), "it does not start with");
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "data"})
    void rejectsFramesOfExcessiveLengthOrUnknownType(String which) throws IOException {
        isThrownOut(which, afterPreface(-1, OPEN, 1), "cannot have this length (got ffffffff");
        isThrownOut(which, afterPreface(1 << 30, OPEN, 1), "cannot have this length (got 40000000");
        isThrownOut(which, afterPreface(0, 99, 1), "63");
    }

    /**
     * On both ports at once, as each takes the timeout of the preface. It does not restart with each byte: one of them
     * sends a byte a second.
     */
    @Test
    void halfAPrefaceAndSilenceOrMoreOfItSlowly() throws IOException {
        int before = nodes.log(0).length();
        try (Socket server = halfAPreface("server");
                Socket data = halfAPreface("data");
                Socket slow = new Socket("127.0.0.1", port("server"))) {
            trickle(slow);
            awaitEnd(server.getInputStream());
            awaitEnd(data.getInputStream());
        }
        await().untilAsserted(
                        () -> assertThat(nodes.log(0).substring(before).split("Closing the .* sent no preface within"))
                                .hasSizeGreaterThan(3));
        checkThatJobsRun();
    }

    private static void trickle(Socket socket) {
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
            try {
                awaitEnd(socket.getInputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        byte[] preface = preface();
        int[] sent = {0};
        await().atMost(NodeProcesses.PATIENCE)
                .pollInterval(java.time.Duration.ofSeconds(1))
                .until(() -> {
                    if (!end.isDone() && sent[0] < preface.length - 1) {
                        send(socket.getOutputStream(), new byte[] {preface[sent[0]++]});
                    }
                    return end.isDone();
                });
        assertThat(sent[0]).isLessThan(preface.length - 1);
    }

    private static Socket halfAPreface(String which) throws IOException {
        Socket socket = new Socket("127.0.0.1", port(which));
        socket.setSoTimeout(PREFACE_PATIENCE_MILLIS);
        send(socket.getOutputStream(), new byte[] {'S', 'S', 'S', '1', 0});
        return socket;
    }

    @Test
    void silentConnectionsDoNotBlockOthers() throws IOException {
        Socket[] silent = new Socket[500];
        try {
            for (int i = 0; i < silent.length; i++) {
                silent[i] = new Socket("127.0.0.1", port(i % 2 == 0 ? "server" : "data"));
            }
            checkThatJobsRun();
        } finally {
            for (Socket socket : silent) {
                if (socket != null) {
                    socket.close();
                }
            }
        }
    }

    /** The node has a heap of 128 MiB. */
    @Test
    void rejectsEndlessRequestsBeforeTheyFillTheHeap() throws Exception {
        int streams = 300;
        try (Socket socket = new Socket("127.0.0.1", port("server"))) {
            socket.setSoTimeout(PREFACE_PATIENCE_MILLIS);
            CompletableFuture<String> heard = CompletableFuture.supplyAsync(() -> heardUntil(socket, "OVERLOADED"));
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write(preface());
            for (int id = 1; id <= streams; id++) {
                writeHead(out, 1 + "group.get".length(), OPEN, id);
                out.writeByte("group.get".length());
                out.write("group.get".getBytes(US_ASCII));
                writeHead(out, 1 << 20, DATA, id);
                out.write(new byte[1 << 20]);
            }
            assertThat(heard.get(60, TimeUnit.SECONDS))
                    .contains("bytes of large requests under way for this connection");
            checkThatJobsRun();
        }
    }

    private static void writeHead(DataOutputStream out, int length, int type, int stream) throws IOException {
        out.writeInt(length);
        out.writeInt(type << 24);
        out.writeInt(stream);
    }

    private static String heardUntil(Socket socket, String word) {
        StringBuilder heard = new StringBuilder();
        byte[] buffer = new byte[1 << 16];
        try {
            for (int n = 0;
                    n >= 0 && heard.indexOf(word) < 0;
                    n = socket.getInputStream().read(buffer)) {
                heard.append(new String(buffer, 0, n, US_ASCII));
            }
            heard.append(new String(socket.getInputStream().readNBytes(200), US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return heard.toString();
    }
}
