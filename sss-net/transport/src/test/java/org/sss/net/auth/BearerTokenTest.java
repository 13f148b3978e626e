package org.sss.net.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;

/** Tokens of programs that speak HTTP. */
class BearerTokenTest {
    private final BearerToken token = BearerToken.random();
    private final TokenEntry entry = TokenEntry.of(token, "prometheus", Role.MONITOR, List.of(), 75, 0, 1_000);
    private final TokenTable table = new TokenTable("realm", List.of(entry), Set.of());

    @Test
    void isKnownUntilItExpires() {
        Principal owner = new Principal("token " + token.id() + " (prometheus)", Role.MONITOR, List.of(), 75);
        assertThat(table.owner(BearerToken.parse(token.text()), 999)).contains(owner);
        assertThat(table.owner(token, 1_000)).isEmpty();
        assertThat(table.accepts(owner, 999)).isTrue();
        assertThat(table.accepts(owner, 1_000)).isFalse();
        assertThat(table.accepts(Principal.ANYONE, 0)).isFalse();
    }

    @Test
    void needsTheWholeSecret() {
        String text = token.text();
        String forged = text.substring(0, 15) + BearerToken.random().text().substring(15);
        assertThat(table.owner(BearerToken.parse(forged), 0)).isEmpty();
    }

    /** The table has the hash of the client's key, which must not be enough to send it as a secret. */
    @Test
    void otherTokensAreNotAccepted() {
        Token other = Token.random("realm");
        TokenTable others =
                new TokenTable("realm", List.of(TokenEntry.of(other, "", Role.READ, List.of(), 75, 0, 0)), Set.of());
        assertThat(others.owner(BearerToken.parse("sssh1." + other.text().substring("sss1.realm.".length())), 0))
                .isEmpty();
        String whole = Token.random(Token.newRealm()).text();
        assertThatThrownBy(() -> BearerToken.parse(whole))
                .hasMessageContaining("must not be sent over HTTP")
                .hasMessageNotContaining(whole);
        assertThatThrownBy(() -> BearerToken.parse("x y")).hasMessageNotContaining("x y");
    }
}
