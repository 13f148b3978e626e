package org.sss.io.exec;

import java.nio.charset.StandardCharsets;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Nullable;

/**
 * What a process says of the exception that it ends with. Immutable.
 *
 * @param key       that its function was called for, as text
 * @param exception in one line
 * @param trace     of the stack
 */
record ReportedFailure(
        @Nullable String key, String exception, @Nullable String trace) {
    private static final int MAX_KEY_CHARS = 80;

    /** Parses the JSON of a report. Returns null if it is malformed. */
    static ReportedFailure of(String json) {
        try {
            return Json.read(json.getBytes(StandardCharsets.UTF_8), ReportedFailure.class, "a reported failure");
        } catch (SssException e) {
            return null;
        }
    }

    SssException error() {
        String shown = key == null || key.length() <= MAX_KEY_CHARS ? key : key.substring(0, MAX_KEY_CHARS) + "...";
        return new SssException(ErrorCode.USER_CODE, exception, new ProcessFailure(shown), trace);
    }
}
