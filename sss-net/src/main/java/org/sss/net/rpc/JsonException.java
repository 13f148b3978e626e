package org.sss.net.rpc;

import java.io.IOException;

/** Bytes that are not the JSON of what is wanted; {@link Json} says so to its callers. Used by one thread. */
final class JsonException extends IOException {
    private static final long serialVersionUID = 1L;

    JsonException(String why) {
        super(why);
    }

    /** The same, said of a part. */
    JsonException of(String part) {
        return new JsonException(getMessage() + " of " + part);
    }
}
