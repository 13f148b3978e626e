package org.sss.server.coordinator.state;

import java.util.List;

/** Where entries go. Thread-safe. */
interface EntryLog {
    /** Keeps an entry for when this process starts again; returns a position for {@link #sync}. */
    default long write(Entry entry) {
        return write(List.of(entry));
    }

    /** The same for several entries; when that fails, none of them is kept. */
    long write(List<? extends Entry> entries);

    /** Waits until the entries up to {@code position} survive a power failure too. */
    void sync(long position);

    /** The same for an entry that says what groups hold; does not wait where groups themselves need not survive that. */
    void syncGroups(long position);
}
