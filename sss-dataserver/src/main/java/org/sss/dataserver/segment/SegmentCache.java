package org.sss.dataserver.segment;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.IndexMemory;

/**
 * Caches segments open for reading, up to a number of files and of bytes for their manifests. Above a limit, closes the
 * least recently used ones. A segment in use stays open until its last {@link Lease} is closed, also when its group is
 * dropped, so the limits may be exceeded while many are in use; no thread waits. Pages of indexes are cached
 * separately, so that their memory does not depend on how many or how large the segments in use are. Thread-safe.
 */
public final class SegmentCache implements AutoCloseable {
    /** The share of the memory that is for manifests. */
    private static final int MANIFESTS_OF = 4;

    private final int maxOpen;
    private final long maxManifestBytes;
    private final IndexMemory memory;
    private final Executor background;
    /** Ordered by last use; guarded by this. */
    private final Map<FileSegment, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private long manifestBytes; // of all entries; guarded by this
    private boolean closed; // guarded by this

    /** Closes all files in the thread that is done with them. */
    public SegmentCache(int maxOpen, long maxIndexBytes) {
        this(maxOpen, maxIndexBytes, Runnable::run);
    }

    /**
     * @param maxIndexBytes for manifests of idle segments, pages of indexes and filters
     * @param background    closes the files of dropped segments: if they have no name any more, the file system frees
     *                      their space at the close, which takes tens of milliseconds for a GiB
     */
    public SegmentCache(int maxOpen, long maxIndexBytes, Executor background) {
        this.maxOpen = maxOpen;
        this.background = background;
        maxManifestBytes = maxIndexBytes / MANIFESTS_OF;
        memory = new IndexMemory(maxIndexBytes - maxManifestBytes);
    }

    public IndexMemory memory() {
        return memory;
    }

    private final class Entry {
        private final FileSegment segment;
        private int users; // guarded by the cache
        private boolean unwanted; // guarded by the cache
        private long bytes; // guarded by the cache
        private OpenSegment open; // guarded by this

        Entry(FileSegment segment) {
            this.segment = segment;
        }

        synchronized OpenSegment open() {
            if (open == null) {
                open = OpenSegment.open(segment, memory);
                count(this, open.index().heapBytes());
            }
            return open;
        }

        /** Called when there are no users, and will be none, so no thread is in {@link #open}. */
        synchronized void close() {
            if (open != null) {
                open.close();
                open = null;
            }
        }
    }

    /**
     * Keeps a segment open until all of its users have closed it, each once: one lease for all runs that a reader has
     * of a segment. Only the last close takes the lock of the cache.
     */
    public final class Lease implements AutoCloseable {
        private final Entry entry;
        private final OpenSegment open;
        private final AtomicInteger holders = new AtomicInteger(1);

        private Lease(Entry entry, OpenSegment open) {
            this.entry = entry;
            this.open = open;
        }

        public OpenSegment open() {
            return open;
        }

        /** Returns this lease for one more user, who closes it too; the caller must be a user. */
        Lease share() {
            holders.incrementAndGet();
            return this;
        }

        @Override
        public void close() {
            if (holders.decrementAndGet() == 0) {
                synchronized (SegmentCache.this) {
                    release(entry);
                }
            }
        }
    }

    /**
     * Opens {@code segment} unless it is open.
     *
     * @throws SssException {@link ErrorCode#CORRUPT}, {@link ErrorCode#STORAGE}, {@link ErrorCode#NOT_FOUND} when it
     *     was dropped
     */
    public Lease acquire(FileSegment segment) {
        Entry entry = use(segment);
        boolean opened = false;
        try {
            Lease lease = new Lease(entry, entry.open());
            opened = true;
            return lease;
        } catch (SssException e) {
            segment.checkMayOpen(); // or its file or its commit has been deleted since, and looked damaged
            throw e;
        } finally {
            if (!opened) {
                remove(entry);
            }
        }
    }

    private synchronized Entry use(FileSegment segment) {
        segment.checkMayOpen();
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the data server is stopping");
        }
        Entry entry = entries.get(segment);
        if (entry == null) {
            entry = new Entry(segment);
            entries.put(segment, entry);
        }
        entry.users++;
        boolean used = false;
        try {
            trim();
            used = true;
            return entry;
        } finally {
            if (!used) { // another segment could not be closed
                entry.users--;
            }
        }
    }

    /** Accounts for the manifest of a segment that was opened. */
    private synchronized void count(Entry entry, long bytes) {
        entry.bytes += bytes;
        manifestBytes += bytes;
        trim();
    }

    /** Closes idle segments, least recently used first, until the limits are met. */
    private void trim() {
        for (Iterator<Entry> all = entries.values().iterator(); isOver() && all.hasNext(); ) {
            Entry oldest = all.next();
            if (oldest.users == 0) {
                all.remove();
                end(oldest);
            }
        }
    }

    private boolean isOver() {
        return entries.size() > maxOpen || manifestBytes > maxManifestBytes;
    }

    private synchronized void remove(Entry entry) {
        entry.unwanted = true;
        release(entry);
    }

    private void release(Entry entry) {
        entry.users--;
        if (entry.users == 0 && (entry.unwanted || closed || isOver())) {
            entries.remove(entry.segment, entry);
            end(entry);
        }
    }

    /** The entry was removed from the map. */
    private void end(Entry entry) {
        manifestBytes -= entry.bytes;
        entry.bytes = 0;
        if (entry.unwanted) {
            background.execute(entry::close);
        } else {
            entry.close();
        }
    }

    /** Closes the segment once it has no readers; it must be marked as dropped before. */
    synchronized void drop(FileSegment segment) {
        Entry entry = entries.get(segment);
        if (entry != null) {
            entry.unwanted = true;
            entry.users++;
            release(entry);
        }
    }

    /** Closes idle segments at once, the others when their last lease ends. */
    @Override
    public synchronized void close() {
        closed = true;
        for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            if (entry.users == 0) {
                all.remove();
                end(entry);
            }
        }
    }
}
