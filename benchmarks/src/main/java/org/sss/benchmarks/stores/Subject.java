package org.sss.benchmarks.stores;

import java.io.IOException;
import org.sss.api.SssException;
import org.sss.benchmarks.engine.Measurement;

/**
 * A store that is measured, from where its client is: here ({@link Meter}) or in another process ({@link
 * HostedSubject}). One thread at a time.
 */
interface Subject extends AutoCloseable {
    String name();

    boolean warmsUp();

    boolean measures(Mode mode);

    /** The records that are written and read from now on. */
    void prepare(RecordsPlan records) throws Exception;

    /**
     * Measures one pass; its details are those that {@link Meter} names.
     *
     * @throws SssException CORRUPT when the store lost or changed something
     */
    Measurement measure(Mode mode) throws Exception;

    /** Deletes the records. */
    void drop() throws Exception;

    @Override
    void close() throws IOException;
}
