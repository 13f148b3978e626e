package org.sss.client;

import java.io.InputStream;
import org.sss.client.link.TupleStream;
import org.sss.client.link.ValueStream;
import org.sss.net.control.GroupInfo;

/** Encoded tuples of a group in key order, for callers that know its types only by name. One thread at a time. */
public final class RawTuples implements AutoCloseable {
    private final GroupInfo group;
    private final TupleStream stream;

    RawTuples(GroupInfo group, TupleStream stream) {
        this.group = group;
        this.stream = stream;
    }

    public Group group() {
        return new Group(group);
    }

    /** Moves to the next tuple. Returns false at the end. */
    public boolean next() {
        return stream.next();
    }

    /** The current key is in {@code keyArray()[keyOffset(), + keyLength())}, until the next tuple. */
    public byte[] keyArray() {
        return stream.keyArray();
    }

    public int keyOffset() {
        return stream.keyOffset();
    }

    public int keyLength() {
        return stream.keyLength();
    }

    /**
     * Returns the current value as a stream, for values that are too large for an array; to be called once, instead of
     * {@link #valueArray}. The stream is valid until the next tuple, and need not be read to its end or closed. Its
     * reads throw {@link org.sss.api.SssException} if the data servers fail.
     */
    public InputStream valueStream() {
        return new ValueStream(stream, () -> {});
    }

    /** The current value is in {@code valueArray()[valueOffset(), + valueLength())}, until the next tuple. */
    public byte[] valueArray() {
        return stream.valueArray();
    }

    public int valueOffset() {
        return stream.valueOffset();
    }

    public int valueLength() {
        return stream.valueLength();
    }

    @Override
    public void close() {
        stream.close();
    }
}
