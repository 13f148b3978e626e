package org.sss.server.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.net.auth.TokenTable;
import org.sss.net.peer.Role;
import org.sss.net.transport.tls.FileVersion;

/**
 * Reads the table of a {@link SecurityDirectory} again when its file has been replaced. Used by one thread at a time.
 */
final class TokensInFile implements PolledTokens.Reader {
    private final SecurityDirectory directory;
    private final boolean nodesHaveToken;
    private String version = "";

    /** @param nodesHaveToken whether a token may have the role of nodes; with TLS, only certificates have it */
    TokensInFile(SecurityDirectory directory, boolean nodesHaveToken) {
        this.directory = directory;
        this.nodesHaveToken = nodesHaveToken;
    }

    @Override
    public TokenTable read(TokenTable known) {
        Path revoked = directory.file(SecurityDirectory.REVOKED);
        Path tokens = directory.file(SecurityDirectory.TOKENS);
        String now = FileVersion.of(Files.exists(revoked) ? List.of(tokens, revoked) : List.of(tokens));
        if (known != null && now.equals(version)) {
            return known;
        }
        TokenTable table = new TokenTable(
                directory.realm(),
                directory.tokens().stream()
                        .filter(token -> nodesHaveToken || token.role() != Role.NODE)
                        .toList(),
                directory.revoked());
        version = now;
        return table;
    }
}
