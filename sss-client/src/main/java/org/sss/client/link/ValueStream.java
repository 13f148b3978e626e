package org.sss.client.link;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * The bytes of one value, received in pieces from the data servers. One thread at a time. Errors of the data servers
 * are thrown as {@link org.sss.api.SssException}.
 */
public final class ValueStream extends InputStream {
    private final TupleStream tuples;
    private final long tuple;
    private final Runnable onClose;
    private int at;
    private boolean closed;

    /** @param tuples positioned at the value, of which nothing was read */
    public ValueStream(TupleStream tuples, Runnable onClose) {
        this.tuples = tuples;
        this.onClose = onClose;
        tuple = tuples.walked();
    }

    @Override
    public int read() throws IOException {
        return hasBytes() ? tuples.pieceArray()[tuples.pieceOffset() + at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (!hasBytes()) {
            return -1;
        }
        int bytes = Math.min(length, tuples.pieceLength() - at);
        System.arraycopy(tuples.pieceArray(), tuples.pieceOffset() + at, into, offset, bytes);
        at += bytes;
        return bytes;
    }

    @Override
    public int available() throws IOException {
        checkCurrent();
        return tuples.pieceLength() - at;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            onClose.run();
        }
    }

    private boolean hasBytes() throws IOException {
        checkCurrent();
        while (at == tuples.pieceLength()) {
            if (!tuples.nextPiece()) {
                return false;
            }
            at = 0;
        }
        return true;
    }

    private void checkCurrent() throws IOException {
        if (closed) {
            throw new IOException("the stream of this value was closed");
        }
        if (tuple != tuples.walked()) {
            throw new IOException("the stream of this value is no longer valid: its scan has moved to the next tuple");
        }
    }
}
