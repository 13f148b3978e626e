package org.sss.dataserver.index;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Caches pages of indexes and filters of blocks, of all segment files together, up to a number of bytes.
 * Above it, evicts the least recently used ones, also those of dropped groups. Thread-safe.
 */
public final class IndexMemory {
    /** Approximate bytes of a filter. */
    private static final int ENTRY_BYTES = 1 << 10;

    private final long maxBytes;
    private final AdmissionFilter requested;
    /** Ordered by last use; guarded by this. */
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes; // guarded by this

    /** @param segment the file, by identity */
    private record Key(Object segment, long offset) {}

    /** A cached object that belongs to an offset in a file; immutable or thread-safe. */
    public interface Entry {
        /** Returns the heap that it uses. */
        int heapBytes();
    }

    public IndexMemory(long maxBytes) {
        this.maxBytes = maxBytes;
        requested = new AdmissionFilter(maxBytes / ENTRY_BYTES);
    }

    /** Returns the cached object of this offset, or null. */
    public synchronized Entry get(Object segment, long offset) {
        return entries.get(new Key(segment, offset));
    }

    /** @param entry with a verified checksum */
    public synchronized void put(Object segment, long offset, Entry entry) {
        if (entries.putIfAbsent(new Key(segment, offset), entry) != null) {
            return;
        }
        bytes += entry.heapBytes();
        for (Iterator<Entry> oldest = entries.values().iterator(); bytes > maxBytes; ) {
            bytes -= oldest.next().heapBytes();
            oldest.remove();
        }
    }

    /** Returns true if the same was asked recently, so that it may pay to cache something for it. */
    public boolean wasRequestedRecently(Object segment, long offset) {
        return requested.wasSeen(31L * System.identityHashCode(segment) + offset);
    }

    synchronized long bytes() {
        return bytes;
    }
}
