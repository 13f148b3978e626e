package org.sss.benchmarks.store;

import java.util.OptionalLong;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Pass;
import org.sss.benchmarks.workload.Lookups;
import org.sss.benchmarks.workload.Records;

/** A system that keeps records. One thread calls it; it may use others. */
public interface Store extends AutoCloseable {
    /** Short, for tables. */
    String name();

    /** The process that does part of the work, if there is one that outlives a pass. */
    default OptionalLong serverPid() {
        return OptionalLong.empty();
    }

    /** Whether passes become faster when there were others, as in a process that outlives them and compiles its code. */
    default boolean warmsUp() {
        return true;
    }

    /** What is needed before the clock runs, such as sorting for those that take sorted records only. */
    default void prepare(Records records) {
    }

    /** Whether this mode says something about this store. */
    default boolean measures(Mode mode) {
        return mode == Mode.WRITE || mode == Mode.READ;
    }

    /** Whether reading gives the records that were written, which can be checked. */
    default boolean givesRecords() {
        return true;
    }

    /** Writes all records to an empty store. */
    Pass write(Records records) throws Exception;

    /** Reads what was written, with each byte. */
    Pass read(Records records) throws Exception;

    /** Reads single records by their keys: {@link Mode#GET} or {@link Mode#GETS}, if it has those. */
    default Pass get(Mode mode, Lookups lookups) throws Exception {
        throw new UnsupportedOperationException(name() + " has no " + mode);
    }

    /** Bytes of the files. */
    long diskBytes();

    /** Deletes the records. */
    void drop() throws Exception;

    @Override
    void close() throws Exception;
}
