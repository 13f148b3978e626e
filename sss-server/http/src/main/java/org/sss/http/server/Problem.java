package org.sss.http.server;

import java.util.EnumMap;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Nullable;

/**
 * An error as a client gets it, after RFC 9457. Immutable.
 *
 * @param detail the whole message
 * @param code   of the error
 * @param remedy the part of the message that says what to do, or null
 */
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        ErrorCode code,
        @Nullable String remedy) {
    public static final String TYPE = "application/problem+json";

    private static final Map<ErrorCode, Status> STATUS = new EnumMap<>(Map.ofEntries(
            Map.entry(ErrorCode.INVALID_ARGUMENT, new Status(400, "The request is wrong")),
            Map.entry(ErrorCode.UNAUTHENTICATED, new Status(401, "Log in")),
            Map.entry(ErrorCode.FORBIDDEN, new Status(403, "Not permitted")),
            Map.entry(ErrorCode.NOT_FOUND, new Status(404, "Not found")),
            Map.entry(ErrorCode.ALREADY_EXISTS, new Status(409, "Exists already")),
            Map.entry(ErrorCode.CANCELLED, new Status(409, "Cancelled")),
            Map.entry(ErrorCode.TOO_LARGE, new Status(413, "Too large")),
            Map.entry(ErrorCode.TYPE_MISMATCH, new Status(422, "Other types")),
            Map.entry(ErrorCode.USER_CODE, new Status(422, "Code of a job failed")),
            Map.entry(ErrorCode.NODE_UNREACHABLE, new Status(503, "A node cannot be reached")),
            Map.entry(ErrorCode.OVERLOADED, new Status(503, "Overloaded")),
            Map.entry(ErrorCode.CLOSED, new Status(503, "Stopping")),
            Map.entry(ErrorCode.HEAP_FULL, new Status(503, "Out of memory")),
            Map.entry(ErrorCode.TIMEOUT, new Status(504, "Timeout")),
            Map.entry(ErrorCode.STORAGE, new Status(500, "Storage failed")),
            Map.entry(ErrorCode.CORRUPT, new Status(500, "Damaged data")),
            Map.entry(ErrorCode.PROTOCOL, new Status(502, "Other versions")),
            Map.entry(ErrorCode.INTERNAL, new Status(500, "A bug in SSS"))));

    private record Status(int code, String title) {}

    /** Returns the status that {@code code} has. */
    public static int status(ErrorCode code) {
        return STATUS.get(code).code();
    }

    static Problem of(SssException error) {
        return of(status(error.code()), error);
    }

    /** With a status that says more than the code of the error. */
    static Problem of(int status, SssException error) {
        String detail = error.getMessage();
        int split = detail.lastIndexOf("; ");
        return new Problem(
                "about:blank",
                STATUS.get(error.code()).title(),
                status,
                detail,
                error.code(),
                split < 0 ? null : detail.substring(split + 2));
    }

    byte[] json() {
        return Json.write(this);
    }
}
