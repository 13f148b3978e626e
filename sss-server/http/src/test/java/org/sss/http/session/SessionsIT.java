package org.sss.http.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.http.server.Events;
import org.sss.http.server.Handler;
import org.sss.http.server.HttpListener;
import org.sss.http.server.Limits;
import org.sss.http.server.Route;
import org.sss.http.server.Routes;
import org.sss.net.auth.BearerToken;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenSource;
import org.sss.net.auth.TokenTable;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.transport.NodeAddress;

/** What sessions and tokens open, over HTTP; the time is that of the test. */
class SessionsIT {
    private static final Handler CALLER = (request, response) ->
            response.send(200, "text/plain", request.caller().name().getBytes(UTF_8));

    private final List<TokenEntry> tokens = new ArrayList<>();
    private final List<String> opened = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-29T12:00:00Z");
    private final Clock clock = new TestClock();
    private final TokenSource source = new TestSource();
    private final Sessions sessions =
            new Sessions(source, clock, new Cookie("sss-1", false), (who, from) -> opened.add(who.name()));
    private final Callers callers = new Callers(source, sessions, clock);
    private final BlockingQueue<Events> events = new LinkedBlockingQueue<>();
    private final HttpListener listener = HttpListener.start(
            "http-test",
            new HttpListener.Door(new NodeAddress("127.0.0.1", 0), null, Set::of, callers),
            new Routes(List.of(
                    Route.open("/session", sessions),
                    Route.of("/read", Role.READ, CALLER),
                    Route.of("/events", Role.READ, (request, response) -> events.add(response.events())),
                    Route.of("/metrics", Role.MONITOR, CALLER))),
            new Limits(100, 3, 50, Duration.ofSeconds(60), Duration.ofSeconds(30)));
    private final HttpClient client = HttpClient.newHttpClient();
    private final Principal ann = owner(Role.WRITE, 0);

    private final class TestClock extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private final class TestSource implements TokenSource {
        @Override
        public TokenTable current() {
            return new TokenTable("realm", tokens);
        }

        @Override
        public CompletableFuture<TokenTable> refreshed() {
            return CompletableFuture.completedFuture(current());
        }

        @Override
        public void onRead(Runnable action) {
            throw new UnsupportedOperationException();
        }
    }

    private Principal owner(Role role, long expiresMillis, String... groups) {
        Token token = Token.random("realm");
        tokens.add(TokenEntry.of(token, "ann", role, List.of(groups), 75, 0, expiresMillis));
        return new Principal("token " + token.id() + " (ann)", role, List.of(groups), 75);
    }

    private BearerToken bearer(Role role) {
        BearerToken token = BearerToken.random();
        tokens.add(TokenEntry.of(token, "program", role, List.of(), 75, 0, 0));
        return token;
    }

    @AfterEach
    void close() {
        listener.close();
    }

    /** A browser with a session. */
    private record Browser(String cookie, JsonNode session) {}

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + listener.port() + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> exchange(String ticket) throws IOException, InterruptedException {
        return send(to("/session").POST(BodyPublishers.ofString("{\"ticket\":\"" + ticket + "\"}")));
    }

    private Browser open(Principal principal) throws IOException, InterruptedException {
        HttpResponse<String> answer = exchange(sessions.ticket(principal));
        assertThat(answer.statusCode()).isEqualTo(200);
        String cookie = answer.headers().firstValue("set-cookie").orElseThrow();
        assertThat(cookie).startsWith("sss-1=").contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200");
        return new Browser(cookie.split(";")[0], new ObjectMapper().readTree(answer.body()));
    }

    private int get(String path, Browser browser) throws IOException, InterruptedException {
        return send(to(path).header("Cookie", browser.cookie())).statusCode();
    }

    private int get(String path, String authorization) throws IOException, InterruptedException {
        return send(to(path).header("Authorization", authorization)).statusCode();
    }

    @Test
    void aTicketOpensOneSession() throws Exception {
        String ticket = sessions.ticket(ann);
        assertThat(exchange(ticket).statusCode()).isEqualTo(200);
        assertThat(exchange(ticket).body()).contains("UNAUTHENTICATED", "run 'sss ui' to open the page");
        assertThat(exchange("x").statusCode()).isEqualTo(401);
        String old = sessions.ticket(ann);
        now = now.plusSeconds(60);
        assertThat(exchange(old).statusCode()).isEqualTo(401);
        assertThat(opened).containsExactly(ann.name());
        assertThat(send(to("/session").POST(BodyPublishers.ofString("?"))).statusCode())
                .isEqualTo(400);
    }

    @Test
    void aSessionHasTheRightsOfItsToken() throws Exception {
        Browser browser = open(owner(Role.READ, 0, "sales."));
        assertThat(browser.session().get("role").asText()).isEqualTo("read");
        assertThat(browser.session().get("groups")).hasToString("[\"sales.\"]");
        assertThat(get("/read", browser)).isEqualTo(200);
        assertThat(get("/session", browser)).isEqualTo(200);
        assertThat(send(to("/read")).statusCode()).isEqualTo(401);
        assertThat(send(to("/session")).statusCode()).isEqualTo(401);
        assertThat(get("/read", new Browser("sss-1=x", null))).isEqualTo(401);
    }

    @Test
    void aSessionEndsWithTimeTokenAndLogout() throws Exception {
        Browser first = open(ann);
        Browser second = open(ann);
        Browser expiring = open(owner(Role.READ, clock.millis() + 1_000));
        assertThat(send(to("/session").DELETE().header("Cookie", first.cookie()))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(to("/session")
                                .DELETE()
                                .header("Cookie", first.cookie())
                                .header(
                                        "X-SSS-Token",
                                        first.session().get("csrf").asText()))
                        .statusCode())
                .isEqualTo(204);
        assertThat(get("/read", first)).isEqualTo(401);
        assertThat(get("/read", second)).isEqualTo(200);
        now = now.plusSeconds(1);
        assertThat(get("/read", expiring)).isEqualTo(401);
        now = now.plus(Sessions.LIFETIME);
        assertThat(get("/read", second)).isEqualTo(401);
        Browser third = open(ann);
        tokens.clear();
        assertThat(get("/read", third)).isEqualTo(401);
        assertThatThrownBy(() -> sessions.ticket(ann)).isInstanceOf(SssException.class);
    }

    @Test
    void changesNeedTheSecretOfThePage() throws Exception {
        Browser browser = open(ann);
        HttpRequest.Builder change = to("/read").DELETE().header("Cookie", browser.cookie());
        assertThat(send(change).statusCode()).isEqualTo(403);
        String csrf = browser.session().get("csrf").asText();
        assertThat(send(change.copy().header("X-SSS-Token", "x")).statusCode()).isEqualTo(403);
        assertThat(send(change.copy().header("X-SSS-Token", csrf)).statusCode()).isEqualTo(200);
        assertThat(send(change.copy().header("X-SSS-Token", csrf).header("Origin", "http://localhost:1"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(to("/session")
                                .POST(BodyPublishers.ofString("{\"ticket\":\"" + sessions.ticket(ann) + "\"}"))
                                .header("Sec-Fetch-Site", "cross-site"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void programsSendTokensForHttpOnly() throws Exception {
        assertThat(get("/read", "Bearer " + bearer(Role.READ).text())).isEqualTo(200);
        assertThat(get("/read", "Bearer " + BearerToken.random().text())).isEqualTo(401);
        assertThat(get("/read", "Basic eDp5")).isEqualTo(401);
        Token ordinary = Token.random(Token.newRealm());
        assertThat(send(to("/read").header("Authorization", "Bearer " + ordinary.text()))
                        .body())
                .contains("must not be sent over HTTP")
                .doesNotContain(ordinary.text());
        assertThat(send(to("/read")
                                .POST(BodyPublishers.noBody())
                                .header(
                                        "Authorization",
                                        "Bearer " + bearer(Role.WRITE).text()))
                        .statusCode())
                .as("no cookie, so no other site can cause it")
                .isEqualTo(200);
    }

    @Test
    void monitorsReadMetricsOnly() throws Exception {
        String monitor = "Bearer " + bearer(Role.MONITOR).text();
        assertThat(get("/metrics", monitor)).isEqualTo(200);
        assertThat(send(to("/read").header("Authorization", monitor)).body())
                .contains("FORBIDDEN", "'GET /read' needs role read");
        assertThat(get("/metrics", open(ann))).isEqualTo(200);
    }

    @Test
    void aRevokedTokenEndsStreams() throws Exception {
        BearerToken token = bearer(Role.READ);
        client.sendAsync(
                to("/events").header("Authorization", "Bearer " + token.text()).build(), BodyHandlers.ofInputStream());
        Events stream = events.take();
        CountDownLatch closed = new CountDownLatch(1);
        stream.onClose(closed::countDown);
        listener.closeRefused(callers::isAccepted);
        assertThat(stream.isOpen()).isTrue();
        tokens.clear();
        listener.closeRefused(callers::isAccepted);
        closed.await();
    }

    @Test
    void aCallerHasALimitedNumberOfConnections() throws Exception {
        String program = "Bearer " + bearer(Role.READ).text();
        for (int i = 0; i < 3; i++) {
            client.sendAsync(to("/events").header("Authorization", program).build(), BodyHandlers.ofInputStream());
            events.take();
        }
        assertThat(send(to("/read").header("Authorization", program)).body()).contains("OVERLOADED", "3 connections");
        assertThat(get("/read", open(ann))).isEqualTo(200);
    }

    @Test
    void onlySoManySessionsAreOpen() {
        Grants grants = new Grants(clock, Duration.ofSeconds(60), 5, 2);
        List<String> own = IntStream.range(0, 3).mapToObj(i -> grants.add(ann)).toList();
        assertThat(own).map(secret -> grants.find(secret).isPresent()).containsExactly(false, true, true);
        List<String> others = IntStream.range(0, 5)
                .mapToObj(i -> grants.add(new Principal("token " + i, Role.READ, List.of(), 75)))
                .toList();
        assertThat(own).noneMatch(secret -> grants.find(secret).isPresent());
        assertThat(others).allMatch(secret -> grants.find(secret).isPresent());
    }
}
