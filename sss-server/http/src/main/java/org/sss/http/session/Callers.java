package org.sss.http.session;

import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import org.sss.api.SssException;
import org.sss.http.server.Gate;
import org.sss.http.server.Request;
import org.sss.net.auth.BearerToken;
import org.sss.net.auth.TokenSource;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Unauthenticated;

/** Finds callers by the token of a program, or by the session of a browser. Thread-safe. */
public final class Callers implements Gate {
    private static final String BEARER = "Bearer ";

    private final TokenSource tokens;
    private final Sessions sessions;
    private final Clock clock;

    /** @param tokens null without security; then all callers are {@link Principal#ANYONE} */
    public Callers(TokenSource tokens, Sessions sessions, Clock clock) {
        this.tokens = tokens;
        this.sessions = sessions;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Principal> caller(Request head) {
        try {
            if (tokens == null) {
                return CompletableFuture.completedFuture(Principal.ANYONE);
            }
            String authorization = head.headers().get("authorization");
            return authorization == null
                    ? CompletableFuture.completedFuture(sessions.check(head))
                    : owner(authorization);
        } catch (SssException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns whether a connection of {@code caller} may stay: not if its token has ended, or that is not known. */
    public boolean isAccepted(Principal caller) {
        try {
            return sessions.isAccepted(caller);
        } catch (SssException e) {
            return false;
        }
    }

    private CompletableFuture<Principal> owner(String authorization) {
        boolean isBearer = authorization.regionMatches(true, 0, BEARER, 0, BEARER.length());
        BearerToken token = BearerToken.parse(
                isBearer ? authorization.substring(BEARER.length()).strip() : "");
        return tokens.current()
                .owner(token, clock.millis())
                .map(CompletableFuture::completedFuture)
                .orElseGet(() -> tokens.refreshed()
                        .thenApply(table -> table.owner(token, clock.millis())
                                .orElseThrow(() -> Unauthenticated.error("this cluster does not know " + token
                                        + " for HTTP, or it was revoked or has expired; make one by 'sss security token"
                                        + " --http'"))));
    }
}
