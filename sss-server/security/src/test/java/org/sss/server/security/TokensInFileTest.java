package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenTable;
import org.sss.net.peer.Role;

class TokensInFileTest {
    @TempDir
    private Path temporary;

    /** Directories of earlier versions have a token of the nodes, which nobody could revoke. */
    @Test
    void tokenOfNodesIsNotAcceptedWithTls() {
        SecurityDirectory directory = SecurityDirectory.create(temporary.resolve("security"));
        assertThat(new TokensInFile(directory, true).read(null).entries())
                .extracting(TokenEntry::role)
                .containsExactly(Role.ADMIN, Role.NODE);
        assertThat(new TokensInFile(directory, false).read(null).entries())
                .extracting(TokenEntry::role)
                .containsExactly(Role.ADMIN);
    }

    @Test
    void revokedCertificatesAreReadWithTheTable() {
        SecurityDirectory directory = SecurityDirectory.create(temporary.resolve("security"), made -> {});
        TokensInFile file = new TokensInFile(directory, false);
        TokenTable before = file.read(null);
        assertThat(before.revoked()).isEmpty();
        assertThat(file.read(before)).isSameAs(before);
        directory.addRevoked(List.of("1000 node-1 2026-01-01T00:00:00Z", "7f replaced"));
        TokenTable after = file.read(before);
        assertThat(after.revoked()).containsExactly("1000", "7f");
        assertThat(after.version()).isNotEqualTo(before.version());
    }

    @Test
    void clusterThatUsedTlsGetsATokenOfNodes() {
        SecurityDirectory.create(temporary.resolve("security"), made -> {});
        SecurityDirectory opened = SecurityDirectory.openOrCreate(temporary.resolve("security"));
        assertThat(opened.tokens()).extracting(TokenEntry::role).containsExactly(Role.ADMIN, Role.NODE);
        assertThat(Files.exists(opened.file(SecurityDirectory.NODE_TOKEN))).isTrue();
    }

    @Test
    void replacedTokenOfNodesIsRead() {
        SecurityDirectory directory = SecurityDirectory.create(temporary.resolve("security"));
        NodeToken token = new NodeToken(directory);
        String before = token.get().text();
        directory.replaceNodeToken();
        assertThat(token.get().text())
                .isNotEqualTo(before)
                .isEqualTo(directory.nodeToken().text());
    }
}
