package org.sss.dataserver.index;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps what was learned of segment files: pages of indexes, filters of blocks; of all segments together, up to a number of bytes.
 * Beyond it those not used for longest go. Those of a dropped group go in this way too. Thread-safe.
 */
public final class IndexMemory {
    /** What a filter takes, about. */
    private static final int PART_BYTES = 1 << 10;

    private final long maxBytes;
    private final AdmissionFilter touches;
    /** In the order of last use; guarded by this. */
    private final Map<Key, Part> parts = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes; // guarded by this

    /** @param segment the file, by identity */
    private record Key(Object segment, long offset) {
    }

    /** Something that belongs to an offset in a file; immutable or thread-safe. */
    public interface Part {
        /** What it costs to keep it. */
        int heapBytes();
    }

    public IndexMemory(long maxBytes) {
        this.maxBytes = maxBytes;
        touches = new AdmissionFilter(maxBytes / PART_BYTES);
    }

    /** What lies, or is of what lies, at this offset; null when it is not here. */
    public synchronized Part get(Object segment, long offset) {
        return parts.get(new Key(segment, offset));
    }

    /** @param part that was checked */
    public synchronized void put(Object segment, long offset, Part part) {
        if (parts.putIfAbsent(new Key(segment, offset), part) != null) {
            return;
        }
        bytes += part.heapBytes();
        for (Iterator<Part> oldest = parts.values().iterator(); bytes > maxBytes; ) {
            bytes -= oldest.next().heapBytes();
            oldest.remove();
        }
    }

    /** Whether this was asked for the same lately, so that it may pay to put something there. */
    public boolean isAskedAgain(Object segment, long offset) {
        return touches.isAgain(31L * System.identityHashCode(segment) + offset);
    }

    synchronized long bytes() {
        return bytes;
    }
}
