package org.sss.client;

import java.nio.file.Path;
import org.sss.net.auth.TokenFile;

/** What a client proves to the nodes of a cluster that it may use it: the tokens of a file. Immutable. */
public final class Credentials {
    /** No tokens, on purpose: for clusters without security, to which nothing is encrypted. */
    public static final Credentials NONE = new Credentials(TokenFile.NONE);

    private final TokenFile tokens;

    private Credentials(TokenFile tokens) {
        this.tokens = tokens;
    }

    /**
     * Reads the tokens of this user: the file that {@code SSS_TOKEN_FILE} names, else {@code ~/.config/sss/token}.
     * {@link #NONE} if {@code SSS_SECURITY} is {@code off}.
     *
     * @throws org.sss.api.SssException as {@link #read}
     */
    public static Credentials ofUser() {
        return new Credentials(TokenFile.ofUser());
    }

    /**
     * Reads a token file, such as {@code sss security token} writes.
     *
     * @throws org.sss.api.SssException INVALID_ARGUMENT if it cannot be read, is not a token file, or can be read by
     *     other users
     */
    public static Credentials read(Path tokenFile) {
        return new Credentials(TokenFile.read(tokenFile));
    }

    TokenFile tokens() {
        return tokens;
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return tokens.toString();
    }
}
