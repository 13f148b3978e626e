package org.sss.net.rpc;

import java.io.IOException;

/** Bytes that are not the expected JSON; {@link Json} reports it to its callers. Used by one thread. */
final class JsonException extends IOException {
    private static final long serialVersionUID = 1L;

    JsonException(String why) {
        super(why);
    }

    /** The same error, located in a component. */
    JsonException of(String component) {
        return new JsonException(getMessage() + " of " + component);
    }
}
