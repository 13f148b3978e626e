package org.sss.benchmarks.micro;

import org.sss.api.SssException;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Sample;

/** A store that is measured, from where its client is: here ({@link Meter}) or in another process ({@link HostedSubject}). One thread at a time. */
interface Subject extends AutoCloseable {
    String name();

    boolean warmsUp();

    boolean measures(Mode mode);

    /** The records that are written and read from now on. */
    void prepare(RecordsPlan records) throws Exception;

    /** @throws SssException CORRUPT when the store lost or changed something */
    Sample measure(Mode mode) throws Exception;

    /** Deletes the records. */
    void drop() throws Exception;
}
