package org.sss.benchmarks.stores;

import java.io.IOException;
import java.util.OptionalLong;
import org.sss.benchmarks.data.Lookups;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.measure.Usage;

/** A system that stores records. One thread calls it; it may use others. */
public interface Store extends AutoCloseable {
    /** Short, for tables. */
    String name();

    /** The process that does part of the work, if there is one that outlives a pass. */
    default OptionalLong serverPid() {
        return OptionalLong.empty();
    }

    /**
     * Whether passes become faster when there were others, as in a process that outlives them and compiles its code.
     */
    default boolean warmsUp() {
        return true;
    }

    /** Whether this mode says something about this store. */
    default boolean measures(Mode mode) {
        return mode == Mode.WRITE || mode == Mode.READ;
    }

    /** Writes all records to an empty store. */
    Pass write(Records records) throws Exception;

    /** Reads what was written, with each byte. */
    Pass read(Records records) throws Exception;

    /** Reads single records by their keys: {@link Mode#GET} or {@link Mode#GETS}, if it has those. */
    default Pass get(Mode mode, Lookups lookups) throws Exception {
        throw new UnsupportedOperationException(name() + " has no " + mode);
    }

    /**
     * How long it took to delete all records.
     *
     * @param diskBytes     of their files
     * @param answeredNanos until the call returned: their name is free, and no job sees them
     * @param goneNanos     until their files were deleted, too
     * @param usage         of the process that has the files, until then
     */
    record Deletion(long diskBytes, long answeredNanos, long goneNanos, Usage usage) {}

    /** Deletes the records and waits until their files are gone, if it has {@link Mode#DELETE}. */
    default Deletion delete() throws Exception {
        throw new UnsupportedOperationException(name() + " has no delete");
    }

    /** Bytes of the files. */
    long diskBytes();

    /** Deletes the records. */
    void drop() throws Exception;

    @Override
    void close() throws IOException;
}
