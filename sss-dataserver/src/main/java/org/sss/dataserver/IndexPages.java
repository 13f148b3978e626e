package org.sss.dataserver;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps pages of indexes that were read, of all segments together, up to a number of bytes; beyond it those not used for longest
 * go. Pages of a dropped group go in this way too. Thread-safe.
 */
final class IndexPages {
    private final long maxBytes;
    /** In the order of last use; guarded by this. */
    private final Map<Key, IndexPage> pages = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes; // guarded by this

    private record Key(FileSegment segment, long offset) {
    }

    IndexPages(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Null when it is not here. */
    synchronized IndexPage get(FileSegment segment, long offset) {
        return pages.get(new Key(segment, offset));
    }

    /** @param page that was checked */
    synchronized void put(FileSegment segment, long offset, IndexPage page) {
        if (pages.putIfAbsent(new Key(segment, offset), page) != null) {
            return;
        }
        bytes += page.heapBytes();
        for (Iterator<IndexPage> oldest = pages.values().iterator(); bytes > maxBytes; ) {
            bytes -= oldest.next().heapBytes();
            oldest.remove();
        }
    }

    synchronized long bytes() {
        return bytes;
    }
}
