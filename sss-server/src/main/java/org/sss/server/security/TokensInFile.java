package org.sss.server.security;

import java.util.List;
import org.sss.net.auth.TokenTable;
import org.sss.net.transport.tls.FileVersion;

/** Reads the table of a {@link SecurityDirectory} again when its file has been replaced. Used by one thread at a time. */
final class TokensInFile implements PolledTokens.Reader {
    private final SecurityDirectory directory;
    private String version = "";

    TokensInFile(SecurityDirectory directory) {
        this.directory = directory;
    }

    @Override
    public TokenTable read(TokenTable known) {
        String now = FileVersion.of(List.of(directory.file(SecurityDirectory.TOKENS)));
        if (known != null && now.equals(version)) {
            return known;
        }
        TokenTable table = new TokenTable(directory.realm(), directory.tokens());
        version = now;
        return table;
    }
}
