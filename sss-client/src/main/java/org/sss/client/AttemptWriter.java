package org.sss.client;

import java.io.IOException;
import java.io.InputStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.GroupPuts;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;

/**
 * Writes the tuples of one attempt of one source of a {@link DistributedWrite}, usually in another process than the one
 * that commits. One thread at a time. What it sends is dropped unless {@link DistributedWrite#commit} names the result
 * of {@link #finish()}. Its buffer is that of a {@link GroupWriter}.
 */
public final class AttemptWriter<K, V> implements AutoCloseable {
    private final GroupInfo group;
    private final long attempt;
    private final GroupWriter<K, V> writer;

    AttemptWriter(GroupInfo group, GroupPuts puts, WriterPlacement<K, V> placement, TupleGroup<K, V> types, Name name) {
        this.group = group;
        attempt = name.attempt;
        writer = new GroupWriter<>(puts, types, placement, name.runs());
    }

    /**
     * @param attempt number of the caller
     * @param nonce   of this writer: two processes that write the same attempt are two attempts on the wire
     */
    record Name(int source, long attempt, String nonce) {
        /** Values of a key are in the order of the writers' names, so these are in the order of the sources. */
        AttemptId runs() {
            return new AttemptId(String.format("write-%010d.%d-%s", source, attempt, nonce), source, 0);
        }
    }

    /**
     * Adds one tuple, as {@link GroupWriter#append(Object, Object)}.
     *
     * @throws SssException as there; CLOSED if the group was committed, closed or dropped
     */
    public void append(K key, V value) {
        try {
            writer.append(key, value);
        } catch (SssException e) {
            throw explained(e);
        }
    }

    /**
     * Adds one tuple whose value is read from a stream, as {@link GroupWriter#append(Object, InputStream)}.
     *
     * @throws IOException  the exception of the stream
     * @throws SssException as {@link #append(Object, Object)}
     */
    public void append(K key, InputStream value) throws IOException {
        try {
            writer.append(key, value);
        } catch (SssException e) {
            throw explained(e);
        }
    }

    /**
     * Sends the buffered tuples and waits until the data servers have stored them. May be called again, with the same
     * result; nothing can be appended any more.
     *
     * @throws SssException CORRUPT if they have not stored everything that was sent; CLOSED if the group was committed,
     *     closed or dropped
     */
    public WrittenAttempt finish() {
        try {
            writer.finish();
        } catch (SssException e) {
            throw explained(e);
        }
        return new WrittenAttempt(
                group.identity(), attempt, writer.attempts(), writer.storedTuples(), writer.storedBytes());
    }

    /** The data servers know the number of the group only, and not why it does not exist any more. */
    private SssException explained(SssException e) {
        boolean answered = e.remoteTrace() != null;
        return !answered || e.code() != ErrorCode.NOT_FOUND && e.code() != ErrorCode.NODE_UNREACHABLE
                ? e
                : new SssException(
                        ErrorCode.CLOSED,
                        "the ticket of group '" + group.name() + "' is not valid any more: the group was committed, "
                                + "closed or dropped by the process that opened it, or that process has ended ("
                                + e.getMessage() + ")",
                        e);
    }

    /** Discards what was not finished. Idempotent. */
    @Override
    public void close() {
        writer.close();
    }
}
