package org.sss.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.transport.NodeAddress;

/** Requests as bytes. */
class HttpListenerIT {
    private static final String HOST = "Host: 127.0.0.1\r\n";

    private static final byte[] BIG = new byte[1 << 20];

    private final BlockingQueue<Events> events = new LinkedBlockingQueue<>();
    private final HttpListener listener = HttpListener.start(
            "http-test",
            new HttpListener.Door(
                    new NodeAddress("127.0.0.1", 0),
                    null,
                    () -> Set.of("node0.example"),
                    head -> CompletableFuture.completedFuture(Principal.ANYONE)),
            new Routes(List.of(
                    Route.open("/echo", HttpListenerIT::echo),
                    Route.of("/echo/known", Role.READ, HttpListenerIT::echo),
                    Route.open("/long", HttpListenerIT::stream),
                    Route.of("/big", Role.READ, (request, response) -> response.send(200, "text/plain", BIG)),
                    Route.of("/events", Role.READ, (request, response) -> events.add(response.events())),
                    Route.open("/half", HttpListenerIT::half),
                    Route.open("/fails", (request, response) -> {
                        throw new SssException(ErrorCode.NOT_FOUND, "group 'a' does not exist; see 'sss group ls'");
                    }))),
            Limits.DEFAULTS);

    @AfterEach
    void close() {
        listener.close();
    }

    private static void echo(Request request, Response response) throws IOException {
        response.send(
                200,
                "text/plain",
                (request.segments() + " " + request.query() + " " + request.body().length)
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static void stream(Request request, Response response) throws IOException {
        byte[] part = new byte[100_000];
        try (OutputStream out = response.stream("text/plain", "a b")) {
            for (int i = 0; i < 20; i++) {
                out.write(part);
            }
        }
    }

    private static void half(Request request, Response response) throws IOException {
        try (OutputStream out = response.stream("text/plain", null)) {
            out.write(new byte[100_000]);
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "node 1 is lost");
        }
    }

    private Answers connect() throws IOException {
        return new Answers(listener.port());
    }

    @Test
    void answersRequestsThatWereSentAtOnceInTheirOrder() throws IOException {
        try (Answers client = connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                all.append("POST /echo/")
                        .append(i)
                        .append("?q=a%2Bb+c HTTP/1.1\r\n")
                        .append(HOST);
                all.append("Content-Length: 3\r\n\r\nabc");
            }
            client.send(all.toString());
            for (int i = 0; i < 100; i++) {
                assertThat(client.next().body()).isEqualTo("[echo, " + i + "] {q=a+b c} 3");
            }
        }
    }

    @Test
    void decodesSegmentsOneByOne() throws IOException {
        try (Answers client = connect()) {
            client.send("GET /echo/a%2Fb/c+d/ HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.next().body()).isEqualTo("[echo, a/b, c+d] {} 0");
        }
    }

    @Test
    void streamsALongAnswer() throws IOException {
        try (Answers client = connect()) {
            client.send("GET /long HTTP/1.0\r\n" + HOST + "\r\n");
            assertThat(client.head()).contains("filename*=UTF-8''a%20b");
            assertThat(client.rest()).hasSize(2_000_000);
        }
    }

    @Test
    void slowReadersUseLimitedMemoryAndOthersAreAnswered() throws IOException {
        List<Answers> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 900; i++) {
                String path = i % 10 == 0 ? "/long" : "/big";
                slow.add(Answers.slow(listener.port()).send("GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n"));
            }
            Awaitility.await().until(() -> status("GET /big HTTP/1.1\r\n" + HOST + "\r\n") == 503);
            assertThat(listener.bytes()).isLessThanOrEqualTo(Limits.MAX_BYTES);
            assertThat(status("GET /long HTTP/1.1\r\n" + HOST + "\r\n")).isEqualTo(503);
            try (Answers client = connect()) {
                client.send("GET /fails HTTP/1.1\r\n" + HOST + "\r\n");
                assertThat(client.next().status()).isEqualTo(404);
            }
        } finally {
            for (Answers client : slow) {
                client.close();
            }
        }
        Awaitility.await().until(() -> listener.bytes() == 0);
    }

    @Test
    void eventsEndWithTheirClientAndWithoutAReader() throws Exception {
        try (Answers client = connect()) {
            client.send("GET /events HTTP/1.1\r\n" + HOST + "\r\n");
            Events sent = events.take();
            assertThat(sent.send(7, "job", "{}")).isTrue();
            assertThat(client.head()).contains("text/event-stream");
            assertThat(client.line(4)).containsExactly("1b", "id: 7", "event: job", "data: {}");
        }
        Events lonely;
        try (Answers client = Answers.slow(listener.port())) {
            client.send("GET /events HTTP/1.1\r\n" + HOST + "\r\n");
            lonely = events.take();
            CountDownLatch closed = new CountDownLatch(1);
            lonely.onClose(closed::countDown);
            String event = "x".repeat(10_000);
            while (lonely.send(1, "big", event)) {
                assertThat(lonely.isOpen()).isTrue();
            }
            closed.await();
        }
        assertThat(lonely.send(2, "late", "{}")).isFalse();
    }

    @Test
    void doesNotEndAnAnswerThatFailsHalfway() throws IOException {
        try (Answers client = connect()) {
            client.send("GET /half HTTP/1.1\r\n" + HOST + "\r\n");
            client.head();
            assertThat(client.rest()).doesNotEndWith("0\r\n\r\n");
        }
    }

    @Test
    void hasNoBodyForHead() throws IOException {
        try (Answers client = connect()) {
            client.send("HEAD /long HTTP/1.1\r\n" + HOST + "\r\nHEAD /echo HTTP/1.1\r\n" + HOST
                    + "\r\nGET /echo HTTP/1.1\r\n" + HOST + "\r\n");
            assertThat(client.head()).startsWith("HTTP/1.1 200");
            assertThat(client.head()).contains("content-length: 11");
            assertThat(client.next().body()).isEqualTo("[echo] {} 0");
        }
    }

    @Test
    void namesErrorAndRemedy() throws IOException {
        try (Answers client = connect()) {
            client.send("GET /fails HTTP/1.1\r\n" + HOST + "\r\n");
            Answers.Answer answer = client.next();
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.head()).contains("application/problem+json", "default-src 'none'", "nosniff");
            assertThat(answer.body()).contains("\"code\":\"NOT_FOUND\"", "\"remedy\":\"see 'sss group ls'\"");
        }
    }

    @Test
    void refusesWhatIsTooLong() throws IOException {
        assertThat(status("GET /" + "a".repeat(1 << 20) + " HTTP/1.1\r\n" + HOST + "\r\n"))
                .isEqualTo(414);
        assertThat(status("GET /echo HTTP/1.1\r\n" + HOST + "X: " + "a".repeat(1 << 20) + "\r\n\r\n"))
                .isEqualTo(431);
        assertThat(status("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 1048577\r\n\r\n" + "a".repeat(1 << 20)))
                .isEqualTo(413);
        assertThat(status("POST /echo HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n100001\r\n"
                        + "a".repeat((1 << 20) + 1) + "\r\n0\r\n\r\n"))
                .isEqualTo(413);
    }

    @Test
    void refusesWhatIsNotHttp() throws IOException {
        assertThat(status("hello\r\n\r\n")).isEqualTo(400);
        assertThat(status("GET http://a/ HTTP/1.1\r\n" + HOST + "\r\n")).isEqualTo(400);
        assertThat(status("GET /echo/%zz HTTP/1.1\r\n" + HOST + "\r\n")).isEqualTo(400);
        assertThat(status("GET /echo HTTP/1.1\r\n" + HOST + HOST + "\r\n")).isEqualTo(400);
    }

    @Test
    void refusesNamesAndSitesOfOthers() throws IOException {
        assertThat(status("GET /echo HTTP/1.1\r\nHost: evil.example:80\r\n\r\n"))
                .isEqualTo(421);
        assertThat(status("GET /echo HTTP/1.1\r\n\r\n")).isEqualTo(421);
        for (String own : List.of("localhost:1", "node0.example", "[::1]:2", "10.0.0.1")) {
            assertThat(status("GET /echo HTTP/1.1\r\nHost: " + own + "\r\n\r\n"))
                    .isEqualTo(200);
        }
        List<String> others = new ArrayList<>(List.of(
                "Origin: http://localhost:3000",
                "Origin: null",
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: cross-site"));
        for (String other : others) {
            assertThat(status("POST /echo HTTP/1.1\r\n" + HOST + other + "\r\n\r\n"))
                    .isEqualTo(403);
            assertThat(status("GET /echo/known HTTP/1.1\r\n" + HOST + other + "\r\n\r\n"))
                    .isEqualTo(403);
            assertThat(status("GET /echo HTTP/1.1\r\n" + HOST + other + "\r\n\r\n"))
                    .isEqualTo(200);
        }
        assertThat(status("POST /echo HTTP/1.1\r\n" + HOST + "Origin: http://127.0.0.1\r\n\r\n"))
                .isEqualTo(200);
    }

    private int status(String request) throws IOException {
        try (Answers client = connect()) {
            return client.send(request).next().status();
        }
    }
}
