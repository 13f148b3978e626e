package org.sss.http.api;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sss.client.Group;
import org.sss.client.RawTuples;

/** A page of tuples that is being read. Has parts of values only, of any size. One thread, one use. */
final class TuplePage {
    private static final int SHOWN_KEY_BYTES = 4 << 10;
    /** A page with so many bytes of text ends. */
    private static final long MAX_SHOWN_BYTES = 4 << 20;
    /** A page for which so much was read ends. */
    private static final long MAX_READ_BYTES = 64 << 20;

    private final RawTuples tuples;
    private final ShownText keys;
    private final ShownText values;
    private final byte[] value;
    private final byte[] rest = new byte[64 << 10];
    private final List<Map<String, Object>> shown = new ArrayList<>();
    private byte[] key = {};
    /** Number of values of the key, on this page and those before. */
    private long done;

    private long shownBytes;
    private long readBytes;

    TuplePage(RawTuples tuples, int shownValueBytes) {
        this.tuples = tuples;
        Group group = tuples.group();
        keys = new ShownText(group.keyType(), SHOWN_KEY_BYTES);
        values = new ShownText(group.valueType(), shownValueBytes);
        value = new byte[values.neededBytes()];
    }

    /** @param from null for the first page; else the tuples start at its key or later */
    Map<String, Object> read(TupleCursor from, int limit) throws IOException {
        boolean hasMore = from == null ? tuples.next() : skip(from);
        while (hasMore && shown.size() < limit && shownBytes < MAX_SHOWN_BYTES && readBytes < MAX_READ_BYTES) {
            add();
            hasMore = tuples.next();
        }
        Group group = tuples.group();
        return Fields.of(
                "group", group.name(),
                "keyType", group.keyType(),
                "valueType", group.valueType(),
                "tuples", shown,
                "next", hasMore ? cursor().toString() : null);
    }

    /** Moves to the first tuple that was not on the pages before. */
    private boolean skip(TupleCursor from) {
        boolean hasMore = tuples.next();
        if (hasMore && isKey(from.key())) {
            key = from.key();
        }
        while (hasMore && done < from.done() && isKey(from.key())) {
            done++;
            hasMore = tuples.next();
        }
        return hasMore;
    }

    private TupleCursor cursor() {
        return isKey(key) ? new TupleCursor(key, done) : new TupleCursor(currentKey(), 0);
    }

    private boolean isKey(byte[] other) {
        int from = tuples.keyOffset();
        return Arrays.equals(tuples.keyArray(), from, from + tuples.keyLength(), other, 0, other.length);
    }

    private byte[] currentKey() {
        return Arrays.copyOfRange(tuples.keyArray(), tuples.keyOffset(), tuples.keyOffset() + tuples.keyLength());
    }

    private void add() throws IOException {
        if (!isKey(key)) {
            key = currentKey();
            done = 0;
        }
        done++;
        InputStream in = tuples.valueStream();
        int length = in.readNBytes(value, 0, value.length);
        long all = length + discard(in);
        shown.add(Fields.of(
                "key", keys.json(key, 0, key.length, key.length), "value", values.json(value, 0, length, all)));
        shownBytes += Math.min(key.length, SHOWN_KEY_BYTES) + (long) length;
        readBytes += key.length + all;
    }

    private long discard(InputStream in) throws IOException {
        long bytes = 0;
        for (int read = in.read(rest); read >= 0; read = in.read(rest)) {
            bytes += read;
        }
        return bytes;
    }
}
