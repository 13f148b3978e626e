package org.sss.net.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.sss.net.peer.Role;

/** A table of tokens that a test changes. */
final class TestTokens implements TokenSource {
    final String realm;
    /** Known after the next refresh. */
    final List<TokenEntry> next = new ArrayList<>();

    private final List<Runnable> actions = new CopyOnWriteArrayList<>();
    private volatile TokenTable table;

    TestTokens() {
        this(Token.newRealm());
    }

    TestTokens(String realm) {
        this.realm = realm;
        table = new TokenTable(realm, List.of());
    }

    /** Makes a token and lists it. */
    Token add(Role role, String... groups) {
        Token token = Token.random(realm);
        next.add(TokenEntry.of(token, "test", role, List.of(groups), 100, 0, 0));
        read();
        return token;
    }

    /** What a file with the token contains. */
    static TokenFile file(Token token) {
        return new TokenFile(List.of(new TokenFile.Entry(token, List.of())));
    }

    void read() {
        table = new TokenTable(realm, next);
        actions.forEach(Runnable::run);
    }

    @Override
    public TokenTable current() {
        return table;
    }

    @Override
    public CompletableFuture<TokenTable> refreshed() {
        read();
        return CompletableFuture.completedFuture(table);
    }

    @Override
    public void onRead(Runnable action) {
        actions.add(action);
    }
}
