package org.sss.server.coordinator.state;

/** Where entries go. Thread-safe. */
interface EntryLog {
    /** Keeps an entry for when this process starts again; returns a position for {@link #sync}. */
    long write(Entry entry);

    /** Waits until the entries up to {@code position} survive a power failure too. */
    void sync(long position);

    /** The same for an entry that says what groups hold; does not wait where groups themselves need not survive that. */
    void syncGroups(long position);
}
