package org.sss.dataserver;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Keeps a bounded number of segments open for reading. The one not used for longest is closed for a new one; one in use
 * stays open until its last {@link Lease} is closed, also when its group is dropped meanwhile. Thread-safe.
 */
final class SegmentCache implements AutoCloseable {
    private final int maxOpen;
    /** In the order of last use; guarded by this. The store opens a path only once, so an entry stays until it is closed. */
    private final Map<FileSegment, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private boolean closed; // guarded by this

    SegmentCache(int maxOpen) {
        this.maxOpen = maxOpen;
    }

    private static final class Entry {
        private final FileSegment segment;
        private int users; // guarded by the cache
        private boolean unwanted; // guarded by the cache
        private OpenSegment open; // guarded by this

        Entry(FileSegment segment) {
            this.segment = segment;
        }

        synchronized OpenSegment open() {
            if (open == null) {
                open = OpenSegment.open(segment);
            }
            return open;
        }

        synchronized void close() {
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }

    /** Keeps a segment open until it is closed; idempotent. */
    final class Lease implements AutoCloseable {
        private final Entry entry;
        private final OpenSegment open;
        private boolean released;

        private Lease(Entry entry, OpenSegment open) {
            this.entry = entry;
            this.open = open;
        }

        OpenSegment open() {
            return open;
        }

        /** Another lease of the same segment. */
        Lease again() {
            synchronized (SegmentCache.this) {
                entry.users++;
            }
            return new Lease(entry, open);
        }

        @Override
        public void close() {
            synchronized (SegmentCache.this) {
                if (!released) {
                    released = true;
                    release(entry);
                }
            }
        }
    }

    /**
     * Opens {@code segment} unless it is open.
     *
     * @throws SssException {@link ErrorCode#CORRUPT}, {@link ErrorCode#STORAGE}, {@link ErrorCode#OVERLOADED} when too many
     *     are in use, {@link ErrorCode#NOT_FOUND} when it was dropped
     */
    Lease acquire(FileSegment segment) {
        Entry entry = use(segment);
        boolean opened = false;
        try {
            Lease lease = new Lease(entry, entry.open());
            opened = true;
            return lease;
        } finally {
            if (!opened) {
                forget(entry);
            }
        }
    }

    private synchronized Entry use(FileSegment segment) {
        segment.checkNotDropped();
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the data server is stopping");
        }
        Entry entry = entries.get(segment);
        if (entry == null) {
            makeRoom(segment);
            entry = new Entry(segment);
            entries.put(segment, entry);
        }
        entry.users++;
        return entry;
    }

    private void makeRoom(FileSegment segment) {
        for (Iterator<Entry> all = entries.values().iterator(); entries.size() >= maxOpen && all.hasNext(); ) {
            Entry oldest = all.next();
            if (oldest.users == 0) {
                all.remove();
                oldest.close();
            }
        }
        if (entries.size() >= maxOpen) {
            throw new SssException(ErrorCode.OVERLOADED, "cannot read " + segment + ": " + maxOpen
                    + " segment files are being read already (maxOpenSegments); try again later or raise the limit");
        }
    }

    private synchronized void forget(Entry entry) {
        entry.unwanted = true;
        release(entry);
    }

    private void release(Entry entry) {
        entry.users--;
        if (entry.users == 0 && (entry.unwanted || closed)) {
            entries.remove(entry.segment, entry);
            entry.close();
        }
    }

    /** Closes the segment once nothing reads it; it must be marked as dropped before. */
    synchronized void drop(FileSegment segment) {
        Entry entry = entries.get(segment);
        if (entry != null) {
            entry.unwanted = true;
            entry.users++;
            release(entry);
        }
    }

    /** Closes what is idle at once, the rest when its last lease ends. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (entry.users == 0) {
                all.remove();
                entry.close();
            }
        }
    }
}
