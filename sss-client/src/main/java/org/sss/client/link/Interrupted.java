package org.sss.client.link;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The error of a call whose thread was interrupted. Stateless. */
public final class Interrupted {
    private Interrupted() {}

    public static SssException during(String what) {
        return new SssException(ErrorCode.CANCELLED, what + " was interrupted; run it again");
    }
}
