package org.sss.net.peer;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Errors of peers that have not proved who they are. Stateless. */
public final class Unauthenticated {
    /** What the user of a client does. */
    public static final String REMEDY =
            "set SSS_TOKEN_FILE to your token file of this cluster; its administrator makes one by 'sss security"
                    + " token' (docs/security.md)";

    /** Start of the error of a peer that has proved nothing, so that no proof was rejected. */
    private static final String REQUIRES = "this cluster requires ";

    private Unauthenticated() {}

    /** The peer has no token. */
    public static SssException noToken() {
        return error(REQUIRES + "a token: " + REMEDY);
    }

    /** The peer has neither. */
    public static SssException noTls() {
        return error(REQUIRES + "TLS and a token: " + REMEDY);
    }

    /** Returns whether no proof was rejected: there was none. */
    public static boolean isWithoutProof(SssException error) {
        return error.code() == ErrorCode.UNAUTHENTICATED && error.getMessage().contains(REQUIRES);
    }

    /** Without a stack trace: rejecting a peer must be cheap. */
    public static SssException error(String why) {
        return SssException.withoutTrace(ErrorCode.UNAUTHENTICATED, why);
    }
}
