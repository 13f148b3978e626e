package org.sss.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Passes requests on to a server of S3, and answers some of them itself, late or in part. Thread-safe. */
final class FaultyProxy implements AutoCloseable {
    private static final Set<String> OWN =
            Set.of("host", "connection", "content-length", "expect", "transfer-encoding", "upgrade");

    /** What happens to a request. */
    enum Fault {
        NONE,
        /** 503 SlowDown. */
        BUSY,
        /** 403 AccessDenied. */
        DENIED,
        /** 409 ConditionalRequestConflict. */
        CONFLICT,
        /** Half of the answer, then the end of the connection. */
        CUT,
        /** The request is done, but the connection ends before the answer. */
        LOST,
        /** The answer comes after half a second. */
        LATE
    }

    /** Decides for each request. */
    @FunctionalInterface
    interface Faults {
        Fault of(String method, String uri);
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI target;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private volatile Faults faults = (method, uri) -> Fault.NONE;

    FaultyProxy(URI target) throws IOException {
        this.target = target;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void set(Faults newFaults) {
        faults = newFaults;
    }

    /** All requests so far: method, path, range. */
    List<String> requests() {
        return requests;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String uri = exchange.getRequestURI().toString();
            byte[] body = exchange.getRequestBody().readAllBytes();
            requests.add(method + " " + uri + " " + exchange.getRequestHeaders().getFirst("Range"));
            Fault fault = faults.of(method, uri);
            switch (fault) {
                case BUSY -> error(exchange, 503, "SlowDown");
                case DENIED -> error(exchange, 403, "AccessDenied");
                case CONFLICT -> error(exchange, 409, "ConditionalRequestConflict");
                default -> answer(exchange, forward(method, uri, exchange, body), fault);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> forward(String method, String uri, HttpExchange exchange, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + uri))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer, Fault fault)
            throws IOException, InterruptedException {
        if (fault == Fault.LOST) {
            return; // closed without an answer
        }
        if (fault == Fault.LATE) {
            Thread.sleep(500);
        }
        answer.headers().map().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                exchange.getResponseHeaders().put(name, values);
            }
        });
        byte[] body = answer.body();
        if (exchange.getRequestMethod().equals("HEAD")) {
            answer.headers()
                    .firstValue("content-length")
                    .ifPresent(length -> exchange.getResponseHeaders().set("Content-Length", length));
        }
        exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body, 0, fault == Fault.CUT ? body.length / 2 : body.length);
        }
    }

    private static void error(HttpExchange exchange, int status, String code) throws IOException {
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        byte[] body = ("<Error><Code>" + code + "</Code><Message>by the proxy</Message></Error>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, isHead ? -1 : body.length);
        if (!isHead) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
