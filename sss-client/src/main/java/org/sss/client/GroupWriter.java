package org.sss.client;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.code.JobSpecs;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.EncodedKey;
import org.sss.client.link.GroupPuts;
import org.sss.client.link.GroupWrite;
import org.sss.client.link.StreamedValue;
import org.sss.client.link.WriterBuffer;
import org.sss.client.link.WriterBuffers;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.data.PutSession;

/**
 * Writes a new group tuple by tuple, in any order. One thread at a time: concurrent calls are an error, after which the
 * group cannot be committed. Nothing is visible before {@link #commit()}; closing without it discards everything. After
 * a failed send the writer can only be closed: every later call throws an exception of the same code, with the first
 * one as cause. Buffers 4 MiB of tuples, for large groups up to a 64th of the heap and 64 MiB; a full buffer is sorted
 * and sent as one run.
 *
 * <pre>{@code
 * try (GroupWriter<String, Long> writer = client.write(stock)) {
 *     writer.append("apple", 3L);
 *     writer.commit();
 * }
 * }</pre>
 */
public final class GroupWriter<K, V> implements AutoCloseable {
    private static final VarHandle BUSY = busyHandle();

    private final TupleGroup<K, V> group;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final WriterPlacement<K, V> placement;
    private final GroupPuts puts;
    /** What this writer commits or discards as a whole; null if it is one of several, which are committed together. */
    private final GroupWrite whole;

    private final AttemptId attempt;
    /** Attempts to be committed: {@link #attempt} and one for each large value. */
    private final List<AttemptId> attempts = new ArrayList<>();

    private final PutSession put;
    private WriterBuffer buffer; // null once everything was sent or abandoned
    private RunWriter run; // null once everything was stored
    private int subgroup;
    private int sequence = -1;
    private long sentBytes;
    private long storedTuples;
    private long storedBytes;
    private boolean open = true;
    private boolean finished;
    /** The failure of a send, or null. The run may be stored partially, so nothing can be sent again. */
    private Throwable failure;

    private volatile boolean abandoned;
    /**
     * Whether a call is in progress; set by compare-and-set, so that writes of one thread are visible to the next one.
     */
    @SuppressWarnings("unused") // accessed through BUSY
    private volatile boolean busy;
    /** The error of concurrent calls, or null. */
    private volatile SssException clash;

    GroupWriter(ClusterLink link, TupleGroup<K, V> group, String createdBy) {
        this(link, group, WriterPlacement.of(link, group, Partitioners.hash()), createdBy);
    }

    GroupWriter(ClusterLink link, TupleGroup<K, V> group, WriterPlacement<K, V> placement, String createdBy) {
        this(open(link, group, placement, createdBy), group, placement);
    }

    private GroupWriter(GroupWrite whole, TupleGroup<K, V> group, WriterPlacement<K, V> placement) {
        this(whole.puts(), whole, group, placement, attempt(0));
    }

    /**
     * One of several writers.
     *
     * @param placement of all writers of the group
     * @param first     names the runs of this writer, apart from large values
     */
    GroupWriter(GroupPuts puts, TupleGroup<K, V> group, WriterPlacement<K, V> placement, AttemptId first) {
        this(puts, null, group, placement, first);
    }

    private GroupWriter(
            GroupPuts puts,
            GroupWrite whole,
            TupleGroup<K, V> group,
            WriterPlacement<K, V> placement,
            AttemptId first) {
        this.puts = puts;
        this.whole = whole;
        this.group = group;
        attempt = first;
        attempts.add(attempt);
        try {
            keys = group.keys().forTask();
            values = group.values().forTask();
            this.placement = placement.forWriter(first.source());
            put = puts.open(attempt);
            buffer = puts.writerBuffers().take();
            run = new RunWriter((block, length) -> put.send(subgroup, sequence, block, length), puts.compression());
        } catch (RuntimeException | Error e) {
            returnBuffer();
            if (whole != null) {
                whole.close();
            }
            throw e;
        }
    }

    /** @param number of the writer among those of its group */
    static AttemptId attempt(int number) {
        return new AttemptId("write", number, 0);
    }

    static GroupWrite open(
            ClusterLink link, TupleGroup<?, ?> group, WriterPlacement<?, ?> placement, String createdBy) {
        return new GroupWrite(
                link,
                new NewGroup(
                        group.name(),
                        JobSpecs.format(group, placement.isHash()),
                        group.replace(),
                        createdBy,
                        group.copies()));
    }

    /**
     * Adds one tuple; key and value are encoded before this returns.
     *
     * @throws SssException TOO_LARGE for a key over 64 KiB - 1 or a value over 1 GiB; INVALID_ARGUMENT for null, unless
     *     the codec accepts it; USER_CODE if the partitioner breaks a rule; CLOSED after {@link #finish()} and {@link
     *     #commit()}. The writer remains usable after all of them, and exceptions of a codec or partitioner, but not
     *     after a failed send
     */
    public void append(K key, V value) {
        enter();
        try {
            appendObjects(key, value);
        } finally {
            busy = false;
        }
    }

    /** @throws SssException INVALID_ARGUMENT if another call is in progress */
    private void enter() {
        if (!BUSY.compareAndSet(this, false, true)) {
            clash = new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "two threads used the writer of group '" + group.name()
                            + "' at the same time; use one writer per thread, see writers(...), or synchronize the "
                            + "calls");
            throw clash;
        }
    }

    private static VarHandle busyHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(GroupWriter.class, "busy", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private void appendObjects(K key, V value) {
        checkOpen();
        ByteSink arena = buffer.startTuple();
        int start = arena.size();
        int keyLength;
        int to;
        try {
            keys.encode(key, arena);
            keyLength = arena.size() - start;
            values.encode(value, arena);
            RunWriter.checkSizes(keyLength, arena.size() - start - keyLength);
            to = placement.subgroup(key, value, arena.array(), start, keyLength);
        } catch (RuntimeException | Error e) {
            buffer.discard(start);
            if (key == null || value == null) {
                throw isNull(key, e);
            }
            throw e;
        }
        added(start, keyLength, to);
    }

    private SssException isNull(K key, Throwable cause) {
        return EncodedKey.isNull(group.name(), key == null ? "a null key" : "a null value of key <" + key + ">", cause);
    }

    /**
     * Adds one tuple whose value, up to 1 GiB, is read from a stream and sent while it is read: at most some MiB of it
     * are buffered. The stream has the bytes of the encoded value: for values of type bytes or string, their content.
     * Does not close the stream. If this throws, the tuple will not be in the group. The writer remains usable after an
     * exception of the stream or the codec, after exceeding a limit, and after a failed send of a value of over 4 MiB,
     * which is sent separately.
     *
     * @throws IOException  the exception of the stream
     * @throws SssException TOO_LARGE for a key over 64 KiB - 1, for a value over 1 GiB, after reading that much of it,
     *     and if 300,000 values of over 4 MiB were written to the group in this way; INVALID_ARGUMENT for null, unless
     *     the codec accepts the key, and with a partitioner other than hash and range; CLOSED after {@link #finish()}
     *     and {@link #commit()}
     */
    public void append(K key, InputStream value) throws IOException {
        enter();
        try {
            appendStream(key, value);
        } finally {
            busy = false;
        }
    }

    private void appendStream(K key, InputStream value) throws IOException {
        checkOpen();
        byte[] encoded = EncodedKey.of(keys, key, group.name());
        if (value == null) {
            throw isNull(key, null);
        }
        RunWriter.checkSizes(encoded.length, 0);
        int to = placement.subgroupOfStream(encoded);
        StreamedValue streamed = StreamedValue.readAhead(encoded, value);
        if (streamed.isOnePiece()) {
            addEncoded(encoded, streamed.onePiece());
            return;
        }
        send(); // preserves the order of the calls for the values of a key
        sequence++;
        subgroup = to;
        if (streamed.isComplete()) {
            sendWhole(streamed);
        } else {
            sendAlone(streamed);
        }
    }

    private void sendWhole(StreamedValue value) throws IOException {
        try {
            value.writeTo(run);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
            throw e;
        }
    }

    /** Sends the value as an attempt of its own, which is discarded if the stream or the send fails. */
    private void sendAlone(StreamedValue value) throws IOException {
        AttemptId own = new AttemptId(attempt.writer(), attempt.source(), 1 + sequence);
        try (PutSession session = puts.open(own)) {
            RunWriter alone = new RunWriter(
                    (block, length) -> session.send(subgroup, sequence, block, length), puts.compression());
            value.writeTo(alone);
            session.finish(GroupWrite.FINISH_TIMEOUT, alone.tupleCount(), alone.dataBytes());
            addStored(alone);
        }
        attempts.add(own);
    }

    /** Adds one encoded tuple. */
    void appendEncoded(byte[] key, byte[] value) {
        enter();
        try {
            addEncoded(key, value);
        } finally {
            busy = false;
        }
    }

    private void addEncoded(byte[] key, byte[] value) {
        checkOpen();
        RunWriter.checkSizes(key.length, value.length);
        int to = placement.subgroupOfStream(key);
        ByteSink arena = buffer.startTuple();
        int start = arena.size();
        arena.write(key);
        arena.write(value);
        added(start, key.length, to);
    }

    private void added(int start, int keyLength, int to) {
        try {
            buffer.added(start, keyLength, to);
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        if (buffer.isFull()) {
            send();
        }
    }

    /**
     * Sends the buffered tuples and waits until the data servers have stored them; a second call does nothing. Nothing
     * is visible yet. To be called by each thread that uses one of {@link GroupWriters}.
     *
     * @throws SssException CORRUPT if they have not stored everything that was sent
     */
    public void finish() {
        enter();
        try {
            sendAll();
        } finally {
            busy = false;
        }
    }

    private void sendAll() {
        if (!finished) {
            checkOpen();
            send();
            returnBuffer();
            try {
                put.finish(GroupWrite.FINISH_TIMEOUT, run.tupleCount(), run.dataBytes());
            } catch (RuntimeException | Error e) {
                fail(e);
                throw e;
            }
            finished = true;
            addStored(run);
            run = null;
        }
    }

    private void addStored(RunWriter sent) {
        storedTuples += sent.tupleCount();
        storedBytes += sent.dataBytes();
    }

    /**
     * Makes the group visible with all its tuples, durably.
     *
     * @throws SssException INVALID_ARGUMENT for one of {@link GroupWriters}, which are committed together
     */
    public Group commit() {
        if (whole == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group '" + group.name()
                            + "' has several writers; finish() this one and commit() the GroupWriters");
        }
        finish();
        checkClash();
        Group ready = new Group(whole.commit(attempts));
        close();
        return ready;
    }

    /** @throws SssException INVALID_ARGUMENT after concurrent calls, of which a part may be lost */
    List<AttemptId> attempts() {
        checkClash();
        return attempts;
    }

    /** Number of tuples that the data servers have confirmed. */
    long storedTuples() {
        return storedTuples;
    }

    /** Bytes of their keys and values. */
    long storedBytes() {
        return storedBytes;
    }

    /** Discards everything unless it was committed. Idempotent. */
    @Override
    public void close() {
        if (open) {
            open = false;
            returnBuffer();
            put.close();
            if (whole != null) {
                whole.close();
            }
        }
    }

    /** For writers that a thread may still be using: the buffer is not reused, and further calls fail. */
    void abandon() {
        abandoned = true;
    }

    private void returnBuffer() {
        if (buffer != null && !abandoned) {
            puts.writerBuffers().give(buffer);
            buffer = null;
        }
    }

    private void send() {
        if (buffer.isEmpty()) {
            return;
        }
        sequence++;
        sentBytes += buffer.size();
        try {
            buffer.drain(this::startRun);
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        buffer.limit(WriterBuffers.limit(sentBytes));
    }

    private RunWriter startRun(int newSubgroup) {
        subgroup = newSubgroup;
        return run;
    }

    /** The buffer is in an unknown state, so it is not reused. */
    private void fail(Throwable cause) {
        failure = cause;
        buffer = null;
    }

    private void checkClash() {
        if (clash != null) {
            throw clash;
        }
    }

    private void checkOpen() {
        checkClash();
        if (failure != null) {
            ErrorCode code = failure instanceof SssException known ? known.code() : ErrorCode.INTERNAL;
            throw new SssException(
                    code,
                    "an earlier send to group '" + group.name()
                            + "' failed; close this writer and write the group again (" + failure.getMessage() + ")",
                    failure);
        }
        if (!open || finished || abandoned) {
            throw new SssException(
                    ErrorCode.CLOSED,
                    "the writer of group '" + group.name()
                            + "' was finished, committed or closed; open a new one with write(...)");
        }
    }
}
