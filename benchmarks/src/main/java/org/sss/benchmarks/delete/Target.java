package org.sss.benchmarks.delete;

import org.sss.benchmarks.workload.Records;

/** A system that keeps groups of records and drops them. One thread at a time. */
interface Target extends AutoCloseable {
    String name();

    /** Writes a group; there is none. */
    void write(Records records) throws Exception;

    /** Of its files. */
    long diskBytes();

    /** Drops the group that was written, and waits until its files are gone. */
    DeleteRow.Drop drop() throws Exception;

    @Override
    void close() throws Exception;
}
