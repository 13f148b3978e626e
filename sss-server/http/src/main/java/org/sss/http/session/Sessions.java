package org.sss.http.session;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.http.server.Handler;
import org.sss.http.server.Request;
import org.sss.http.server.Response;
import org.sss.net.auth.TokenSource;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.rpc.Json;

/**
 * Sessions of browsers, and the path {@code /session} that makes them of tickets. A session ends with its token, after
 * 12 hours, and with the process. Thread-safe.
 *
 * <pre>
 *   POST   {"ticket":...}  -> cookie and {@link Opened}
 *   GET                    -> {@link Opened}
 *   DELETE                 -> 204
 * </pre>
 */
public final class Sessions implements Handler {
    static final Duration LIFETIME = Duration.ofHours(12);
    /** Header with the second secret of a session. */
    static final String HEADER = "x-sss-token";

    static final String REMEDY = "run 'sss ui' to open the page";

    private static final Duration TICKET_LIFETIME = Duration.ofSeconds(60);
    private static final int MAX = 1_000;
    private static final int MAX_PER_PRINCIPAL = 20;
    private static final String JSON = "application/json";

    private final TokenSource tokens;
    private final Clock clock;
    private final Cookie cookie;
    private final Log log;
    private final Grants tickets;
    private final Grants sessions;

    /** Where new sessions are recorded. */
    @FunctionalInterface
    public interface Log {
        void opened(Principal principal, String from);
    }

    /** What the page sends. */
    private record Ticket(String ticket) {}

    /**
     * What the page knows of its session.
     *
     * @param csrf   to send with requests that change something
     * @param groups prefixes of the groups that it may use; empty stands for all groups
     */
    record Opened(String csrf, String principal, String role, List<String> groups) {
        static Opened of(Principal principal, String csrf) {
            Role role = principal.role() == Role.NODE ? Role.ADMIN : principal.role(); // anyone, without security
            return new Opened(csrf, principal.name(), role.toString(), principal.groups());
        }
    }

    /** @param tokens null without security; then everybody has a session */
    public Sessions(TokenSource tokens, Clock clock, Cookie cookie, Log log) {
        this.tokens = tokens;
        this.clock = clock;
        this.cookie = cookie;
        this.log = log;
        tickets = new Grants(clock, TICKET_LIFETIME, MAX, MAX_PER_PRINCIPAL);
        sessions = new Grants(clock, LIFETIME, MAX, MAX_PER_PRINCIPAL);
    }

    /**
     * Returns a ticket for a session of {@code principal}; null without security.
     *
     * @throws SssException {@link ErrorCode#FORBIDDEN} if the principal has no token
     */
    public String ticket(Principal principal) {
        if (tokens == null) {
            return null;
        }
        if (!isAccepted(principal)) {
            throw SssException.withoutTrace(
                    ErrorCode.FORBIDDEN, "sessions are for owners of tokens, and " + principal.name() + " is none");
        }
        return tickets.add(principal);
    }

    /** Returns whether {@code principal} may still call. */
    public boolean isAccepted(Principal principal) {
        return tokens == null || tokens.current().accepts(principal, clock.millis());
    }

    @Override
    public void handle(Request request, Response response) throws IOException {
        switch (request.method()) {
            case "POST" -> open(request, response);
            case "GET", "HEAD" -> send(response, current(request));
            case "DELETE" -> close(request, response);
            default -> {
                response.header("Allow", "GET, POST, DELETE");
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "/session answers GET, POST and DELETE only");
            }
        }
    }

    private Opened current(Request request) {
        if (tokens == null) {
            return Opened.of(Principal.ANYONE, "");
        }
        Grants.Grant session = session(request);
        return Opened.of(session.principal(), session.csrf());
    }

    private void open(Request request, Response response) throws IOException {
        if (tokens == null) {
            send(response, Opened.of(Principal.ANYONE, ""));
            return;
        }
        Principal principal = tickets.take(ticketIn(request))
                .map(Grants.Grant::principal)
                .filter(this::isAccepted)
                .orElseThrow(() -> Unauthenticated.error("the ticket was used, is older than "
                        + TICKET_LIFETIME.toSeconds() + " s, or its token has ended; " + REMEDY));
        cookie.in(request).ifPresent(sessions::take);
        String secret = sessions.add(principal);
        log.opened(principal, request.from());
        response.header("Set-Cookie", cookie.of(secret, LIFETIME));
        send(response, Opened.of(principal, sessions.find(secret).orElseThrow().csrf()));
    }

    private static String ticketIn(Request request) {
        try {
            return Json.read(request.body(), Ticket.class, "the body").ticket();
        } catch (SssException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "POST /session takes {\"ticket\":TICKET}: " + e.getMessage(), e);
        }
    }

    private void close(Request request, Response response) throws IOException {
        if (tokens != null) {
            check(request);
            cookie.in(request).ifPresent(sessions::take);
        }
        response.header("Set-Cookie", cookie.of("", Duration.ZERO));
        response.send(204, "", new byte[0]);
    }

    /**
     * Returns the owner of the session of a request.
     *
     * @throws SssException {@link ErrorCode#UNAUTHENTICATED} if there is none; {@link ErrorCode#FORBIDDEN} if the
     *     request changes something and does not come from the page
     */
    Principal check(Request request) {
        Grants.Grant session = session(request);
        boolean isRead = request.method().equals("GET") || request.method().equals("HEAD");
        if (!isRead && !session.csrf().equals(request.headers().get(HEADER))) {
            throw SssException.withoutTrace(
                    ErrorCode.FORBIDDEN,
                    "requests that change something need the header X-SSS-Token with the secret of the session; "
                            + "GET /session has it");
        }
        return session.principal();
    }

    private Grants.Grant session(Request request) {
        String secret = cookie.in(request)
                .orElseThrow(
                        () -> Unauthenticated.error("this cluster requires a session or a token for HTTP; " + REMEDY));
        Optional<Grants.Grant> session = sessions.find(secret);
        if (session.isEmpty() || !isAccepted(session.get().principal())) {
            sessions.take(secret);
            throw Unauthenticated.error("the session has ended: after " + LIFETIME.toHours()
                    + " h, with its token, or with the node; " + REMEDY);
        }
        return session.get();
    }

    private static void send(Response response, Opened opened) throws IOException {
        response.send(200, JSON, Json.write(opened));
    }
}
