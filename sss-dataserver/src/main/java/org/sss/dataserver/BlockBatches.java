package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;

/** Reads the blocks of a run in batches of records {@code u32 key bytes, u32 block bytes, key, block}. One thread at a time. */
interface BlockBatches extends AutoCloseable {
    int RECORD_HEADER_BYTES = 8;

    /**
     * Fills {@code memory} from its start with whole records and sets its indexes around them.
     *
     * @return the number of records; 0 at the end; minus the bytes needed when the next one does not fit
     */
    int read(ByteBuf memory);

    /** Whether a record with this run number belongs to the run; reading may begin one record too early. */
    boolean isMine(int runNumber);

    /** Counts a block that was read. */
    void count(int blockTuples);

    /** At the end of a whole run: everything that was committed must have been there. */
    void checkComplete();

    /** An error about a block that was read. */
    SssException corrupt(String what, Throwable cause);

    @Override
    void close();
}
