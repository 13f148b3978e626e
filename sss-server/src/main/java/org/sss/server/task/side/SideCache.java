package org.sss.server.task.side;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.Bytes;

/** What a task remembers of a side group: all of it, or the keys that were asked for last, in bounded memory. Used by the task's thread. */
final class SideCache<V> {
    /** Of the objects of a key and of a value, besides twice their bytes. */
    private static final int KEY_OVERHEAD_BYTES = 160;
    private static final int VALUE_OVERHEAD_BYTES = 16;

    private final long maxBytes;
    /** By encoded key, the one that was used longest ago first. */
    private final LinkedHashMap<Bytes, Known<V>> known = new LinkedHashMap<>(64, 0.75f, true);
    private long knownBytes;
    /** What is not known is not there. */
    private boolean complete;

    private record Known<V>(List<V> values, long bytes) {
    }

    SideCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Whether nothing was learned. */
    boolean isEmpty() {
        return !complete && known.isEmpty();
    }

    /** Whether a whole group could be remembered. */
    boolean hasRoomFor(long tuples, long bytes) {
        return 2 * bytes + KEY_OVERHEAD_BYTES * tuples <= maxBytes;
    }

    /** The values of a key, not to be changed; null when they are not known. */
    List<V> find(Bytes key) {
        Known<V> found = known.get(key);
        return found != null ? found.values : complete ? List.of() : null;
    }

    /**
     * Remembers the values of a key, unless they are many or large; returns them, not to be changed.
     *
     * @param key        now the cache's
     * @param valueBytes of all values, as they are encoded: a few may be larger than all others by far
     */
    List<V> learn(byte[] key, List<V> values, long valueBytes) {
        List<V> kept = Collections.unmodifiableList(values);
        long bytes = KEY_OVERHEAD_BYTES + key.length + 2 * valueBytes + (long) VALUE_OVERHEAD_BYTES * values.size();
        if (bytes <= maxBytes / 8) {
            Known<V> before = known.put(new Bytes().set(key, 0, key.length), new Known<>(kept, bytes));
            knownBytes += bytes - (before == null ? 0 : before.bytes);
            forgetOldest();
        }
        return kept;
    }

    private void forgetOldest() {
        Iterator<Known<V>> oldest = known.values().iterator();
        while (knownBytes > maxBytes) {
            knownBytes -= oldest.next().bytes;
            oldest.remove();
        }
    }

    /** Remembers a whole group, for which there {@link #hasRoomFor is room}. */
    void learnAll(Map<Bytes, List<V>> all) {
        all.forEach((key, values) -> known.put(key, new Known<>(Collections.unmodifiableList(values), 0)));
        complete = true;
    }
}
