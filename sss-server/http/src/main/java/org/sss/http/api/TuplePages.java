package org.sss.http.api;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.client.Group;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.http.server.Request;

/** Pages of the tuples of a group, in the order of their encoded keys. Thread-safe. */
final class TuplePages {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 1000;
    private static final int SHOWN_BYTES = 4 << 10;
    private static final int SHOWN_BYTES_OF_KEY = 64 << 10;
    /** Each has a window of blocks for each subgroup in memory. */
    private static final int MAX_AT_ONCE = 4;
    /** Types whose keys have no prefixes. */
    private static final Pattern UNDIVIDED = Pattern.compile("int|long|double|record\\(.*");

    private final ReadLimit reads = new ReadLimit("pages of tuples", MAX_AT_ONCE);

    Map<String, Object> answer(SssClient client, String name, Request request) throws IOException {
        int limit = request.number("limit", 1, MAX_LIMIT, DEFAULT_LIMIT);
        Group group = client.group(name).checkComplete();
        check(group, request);
        String from = request.parameter("from");
        TupleCursor cursor = from == null ? null : TupleCursor.parse(from);
        byte[] key = parsed(group, request, "key");
        if (key != null && cursor != null && !Arrays.equals(key, cursor.key())) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "parameter from is not of a page of this key");
        }
        return reads.during(() -> {
            try (RawTuples tuples = open(client, group, request, cursor)) {
                return new TuplePage(tuples, key == null ? SHOWN_BYTES : SHOWN_BYTES_OF_KEY).read(cursor, limit);
            }
        });
    }

    private static RawTuples open(SssClient client, Group group, Request request, TupleCursor cursor) {
        byte[] key = parsed(group, request, "key");
        return key != null
                ? client.rawReader(group.name()).tuples(key)
                : client.raw(
                        group.name(),
                        parsed(group, request, "prefix"),
                        cursor == null ? parsed(group, request, "after") : cursor.key(),
                        null);
    }

    private static void check(Group group, Request request) {
        boolean hasPrefix = request.parameter("prefix") != null;
        if (request.parameter("key") != null && (hasPrefix || request.parameter("after") != null)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "parameters key, and prefix or after, are mutually exclusive");
        }
        if (hasPrefix && UNDIVIDED.matcher(group.keyType()).matches()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "parameter prefix requires keys of type string or bytes; those of group '" + group.name() + "' are "
                            + group.keyType() + ": use after");
        }
    }

    private static byte[] parsed(Group group, Request request, String parameter) {
        String text = request.parameter(parameter);
        return text == null ? null : TextForm.of(group.keyType()).parse(text);
    }
}
