package org.sss.server.task.side;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.Bytes;

/**
 * Caches a side group for a task: the whole group, or the keys requested last, in bounded memory. For the task's
 * thread.
 */
final class SideCache<V> {
    /** Overhead of the objects of a key and of a value, besides twice their bytes. */
    private static final int KEY_OVERHEAD_BYTES = 160;

    private static final int VALUE_OVERHEAD_BYTES = 16;

    private final long maxBytes;
    /** By encoded key, in LRU order. */
    private final LinkedHashMap<Bytes, Known<V>> known = new LinkedHashMap<>(64, 0.75f, true);

    private long knownBytes;
    /** True if keys that are not cached do not exist. */
    private boolean complete;

    private record Known<V>(List<V> values, long bytes) {}

    SideCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Returns whether the cache is empty. */
    boolean isEmpty() {
        return !complete && known.isEmpty();
    }

    /** Returns whether a whole group fits into the cache. */
    boolean hasRoomFor(long tuples, long bytes) {
        return 2 * bytes + KEY_OVERHEAD_BYTES * tuples <= maxBytes;
    }

    /** Returns the values of a key, unmodifiable; null if they are not cached. */
    List<V> find(Bytes key) {
        Known<V> found = known.get(key);
        return found != null ? found.values : complete ? List.of() : null;
    }

    /**
     * Caches the values of a key, unless they are many or large. Returns them, unmodifiable.
     *
     * @param key        owned by the cache from now on
     * @param valueBytes total encoded size of the values: a few may be far larger than all others
     */
    List<V> learn(byte[] key, List<V> values, long valueBytes) {
        List<V> retained = Collections.unmodifiableList(values);
        long bytes = KEY_OVERHEAD_BYTES + key.length + 2 * valueBytes + (long) VALUE_OVERHEAD_BYTES * values.size();
        if (bytes <= maxBytes / 8) {
            Known<V> before = known.put(new Bytes().set(key, 0, key.length), new Known<>(retained, bytes));
            knownBytes += bytes - (before == null ? 0 : before.bytes);
            removeOldest();
        }
        return retained;
    }

    private void removeOldest() {
        Iterator<Known<V>> oldest = known.values().iterator();
        while (knownBytes > maxBytes) {
            knownBytes -= oldest.next().bytes;
            oldest.remove();
        }
    }

    /** Caches a whole group, for which there {@link #hasRoomFor is room}. */
    void learnAll(Map<Bytes, List<V>> all) {
        all.forEach((key, values) -> known.put(key, new Known<>(Collections.unmodifiableList(values), 0)));
        complete = true;
    }
}
