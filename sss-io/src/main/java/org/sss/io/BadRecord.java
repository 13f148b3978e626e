package org.sss.io;

import java.util.function.Supplier;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A record of a file that cannot be read. Immutable.
 *
 * @param file   the file, {@code -} for standard input
 * @param line   the line on which it starts, from 1; 0 if unknown, as in the middle of a very large file
 * @param place  file, line and byte as a text for error messages
 * @param bytes  the record without its line end
 * @param reason why it cannot be read
 */
public record BadRecord(String file, long line, String place, Bytes bytes, String reason) {
    /** Returns the error for the record. */
    public SssException error() {
        return new SssException(ErrorCode.INVALID_ARGUMENT, place + ": " + reason);
    }

    /** A {@link org.sss.api.TupleSource.TupleSink} that wants to know where in their files records are. */
    public interface Sink {
        /**
         * Called before the records of a file.
         *
         * @param place returns file, line and byte of the current record
         */
        void reads(Supplier<String> place);

        /**
         * Receives a record that cannot be read, instead of {@link org.sss.api.TupleSource.TupleSink#failed}.
         *
         * @throws SssException if it may not be skipped
         */
        void bad(BadRecord record);
    }
}
