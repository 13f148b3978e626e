package org.sss.net.peer;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Errors of peers that have not proved who they are. Stateless. */
public final class Unauthenticated {
    /** What the user of a client does. */
    public static final String REMEDY = "set SSS_TOKEN_FILE to your token file of this cluster; its administrator makes one by 'sss security"
            + " token' (docs/security.md)";

    private Unauthenticated() {
    }

    /** The peer has no token. */
    public static SssException noToken() {
        return error("this cluster requires a token: " + REMEDY);
    }

    /** Without a stack trace: rejecting a peer must be cheap. */
    public static SssException error(String why) {
        return SssException.withoutTrace(ErrorCode.UNAUTHENTICATED, why);
    }
}
