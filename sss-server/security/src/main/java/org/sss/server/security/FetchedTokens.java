package org.sss.server.security;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.sss.net.auth.TokenTable;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.KnownTokens;
import org.sss.net.control.ServerVerbs.Tokens;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;

/** Asks the coordinator for the table of tokens, if it has changed. Used by one thread at a time. */
final class FetchedTokens implements PolledTokens.Reader {
    /** How long tokens are accepted that the coordinator may have revoked in the meantime. */
    static final Duration VALIDITY = Duration.ofMinutes(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Supplier<Connection> coordinator;

    FetchedTokens(Supplier<Connection> coordinator) {
        this.coordinator = coordinator;
    }

    @Override
    public TokenTable read(TokenTable known) {
        KnownTokens request = new KnownTokens(known == null ? null : known.version());
        Tokens answer = Rpc.call(coordinator.get(), ServerVerbs.SECURITY_TOKENS, request, Tokens.class, TIMEOUT);
        return answer.tokens() == null
                ? known
                : new TokenTable(
                        answer.realm(),
                        answer.tokens(),
                        answer.revoked() == null ? Set.of() : Set.copyOf(answer.revoked()));
    }
}
