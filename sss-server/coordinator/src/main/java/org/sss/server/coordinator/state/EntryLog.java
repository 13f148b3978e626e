package org.sss.server.coordinator.state;

/** Stores entries. Thread-safe. */
interface EntryLog {
    /** Writes an entry, which survives a restart of this process; returns a position for {@link #sync}. */
    long write(Entry entry);

    /** Blocks until the entries up to {@code position} survive a power failure too. */
    void sync(long position);

    /**
     * As {@link #sync}, for an entry about the content of groups; does not block if groups need not survive a power
     * failure.
     */
    void syncGroups(long position);
}
