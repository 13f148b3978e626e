package org.sss.http.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.sss.api.ByteSink;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.client.Group;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.http.server.Response;
import org.sss.io.LineFormat;
import org.sss.io.TupleLines;

/** Groups as streams of text. Stateless. */
final class Exports {
    private static final int FLUSH_BYTES = 256 << 10;
    /** Larger values do not fit into the memory of a node that has other work. */
    private static final int MAX_VALUE_BYTES = 16 << 20;

    private static final int FIRST_VALUE_BYTES = 64 << 10;
    private static final int SHOWN_KEY_CHARS = 80;

    private Exports() {}

    /** The current value, in an array that is used again. */
    private static final class Value {
        private byte[] bytes = new byte[FIRST_VALUE_BYTES];
        private int length;

        /** Moves to the next tuple and reads its value. Returns false at the end. */
        boolean next(RawTuples tuples) throws IOException {
            if (!tuples.next()) {
                return false;
            }
            InputStream in = tuples.valueStream();
            length = in.readNBytes(bytes, 0, bytes.length);
            while (length == bytes.length) {
                if (length > MAX_VALUE_BYTES) {
                    throw tooLarge(tuples);
                }
                bytes = Arrays.copyOf(bytes, Math.min(2 * length, MAX_VALUE_BYTES + 1));
                length += in.readNBytes(bytes, length, bytes.length - length);
            }
            return true;
        }

        private static SssException tooLarge(RawTuples tuples) {
            Group group = tuples.group();
            String key = TextForm.of(group.keyType()).render(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength());
            return new SssException(
                    ErrorCode.TOO_LARGE,
                    "the value of key '" + (key.length() > SHOWN_KEY_CHARS ? key.substring(0, SHOWN_KEY_CHARS) : key)
                            + "' of group '" + group.name() + "' is larger than " + (MAX_VALUE_BYTES >> 20)
                            + " MiB; export the group with 'sss group export " + group.name() + " FILE'");
        }
    }

    /**
     * Streams all tuples. If that fails on the way, the listener closes the connection without the end of the stream.
     *
     * @throws IOException if the client has gone
     */
    static void send(SssClient client, String name, LineFormat format, Response response) throws IOException {
        try (RawTuples tuples = client.raw(name, null, null, null)) {
            Group group = tuples.group();
            TupleLines lines = format.lines(group.keyType(), group.valueType(), false, List.of());
            Value value = new Value();
            boolean hasAny = value.next(tuples); // errors before the first line are sent as such
            String type = format == LineFormat.CSV ? "text/csv; charset=utf-8" : "application/x-ndjson";
            OutputStream out = response.stream(type, name + (format == LineFormat.CSV ? ".csv" : ".jsonl"));
            write(tuples, hasAny ? value : null, lines, out);
        }
    }

    /** @param value of the first tuple; null if there is no tuple */
    private static void write(RawTuples tuples, Value value, TupleLines lines, OutputStream out) throws IOException {
        ByteSink text = new ByteSink(FLUSH_BYTES + 4096);
        lines.start(text);
        boolean hasMore = value != null;
        while (hasMore) {
            lines.append(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), value.bytes, 0, value.length, text);
            if (text.size() >= FLUSH_BYTES) {
                flush(text, out);
            }
            hasMore = value.next(tuples);
        }
        flush(text, out);
    }

    private static void flush(ByteSink text, OutputStream out) throws IOException {
        out.write(text.array(), 0, text.size());
        text.clear();
    }
}
