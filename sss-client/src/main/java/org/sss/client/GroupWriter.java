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
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.EncodedKey;
import org.sss.client.link.WriterBuffer;
import org.sss.client.link.WriterBuffers;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.data.PutSession;

/**
 * Writes a new group tuple by tuple, in any order. One thread at a time: two calls at once are an error, with which the group cannot be
 * committed. Nothing is visible before {@link #commit()};
 * closing without it discards everything. When it could not send what it keeps it can only be closed: every later call throws an
 * error of the same code, with the first one as cause. Keeps 4 MiB of tuples, in large groups up to
 * a 64th of the heap and 64 MiB, which are sorted and sent as one run each time.
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
    private final GroupWrite write;
    private final boolean alone;
    private final AttemptId attempt;
    /** Those to be committed: {@link #attempt} and one for each large value. */
    private final List<AttemptId> attempts = new ArrayList<>();
    private final PutSession put;
    private WriterBuffer buffer; // null once everything was sent or given up
    private final RunWriter run;
    private int subgroup;
    private int sequence = -1;
    private long sentBytes;
    private boolean open = true;
    private boolean finished;
    /** What a send failed with, or null. Part of a run may be stored, so that nothing can be sent again. */
    private Throwable failure;
    private volatile boolean abandoned;
    /** Whether a call is under way; set by compare-and-set, so what one thread has written is visible to the next one. */
    private volatile boolean busy;
    /** Two threads were here at once. */
    private volatile SssException clash;

    public GroupWriter(ClusterLink link, TupleGroup<K, V> group, String createdBy) {
        this(begin(link, group, createdBy), group, 0, true);
    }

    /**
     * @param number names what this one writes among the writers of the group
     * @param alone  whether this one commits, or gives up, the whole group
     */
    GroupWriter(GroupWrite write, TupleGroup<K, V> group, int number, boolean alone) {
        this.write = write;
        this.group = group;
        this.alone = alone;
        attempt = new AttemptId("write", number, 0);
        attempts.add(attempt);
        try {
            keys = group.keys().forTask();
            values = group.values().forTask();
            put = write.put(attempt);
            buffer = write.writerBuffers().take();
            run = new RunWriter((block, length) -> put.send(subgroup, sequence, block, length), write.compression());
        } catch (RuntimeException | Error e) {
            giveBufferBack();
            if (alone) {
                write.close();
            }
            throw e;
        }
    }

    static GroupWrite begin(ClusterLink link, TupleGroup<?, ?> group, String createdBy) {
        return new GroupWrite(link, new NewGroup(group.name(), group.keys().name(), group.values().name(), true,
                group.replace(), createdBy, group.compression()));
    }

    /**
     * Adds one tuple; key and value are encoded before this returns.
     *
     * @throws SssException TOO_LARGE for a key over 64 KiB - 1 or a value over 1 GiB; INVALID_ARGUMENT for null, unless the codec
     *     takes it; CLOSED after {@link #finish()} and {@link #commit()}. The writer can be used on after TOO_LARGE and what a codec
     *     throws, but not after errors of sending
     */
    public void append(K key, V value) {
        enter();
        try {
            appendObjects(key, value);
        } finally {
            busy = false;
        }
    }

    /** @throws SssException INVALID_ARGUMENT when another call is under way */
    private void enter() {
        if (!BUSY.compareAndSet(this, false, true)) {
            clash = new SssException(ErrorCode.INVALID_ARGUMENT, "two threads used the writer of group '" + group.name()
                    + "' at once; give each thread one of its own, with writers(...), or let one of them wait for the other");
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
        ByteSink arena = buffer.begin();
        int start = arena.size();
        int keyLength;
        try {
            keys.encode(key, arena);
            keyLength = arena.size() - start;
            values.encode(value, arena);
            RunWriter.checkSizes(keyLength, arena.size() - start - keyLength);
        } catch (RuntimeException | Error e) {
            buffer.takeBack(start);
            if (key == null || value == null) {
                throw isNull(key, e);
            }
            throw e;
        }
        added(start, keyLength);
    }

    private SssException isNull(K key, Throwable cause) {
        return EncodedKey.isNull(group.name(), key == null ? "a key that is null" : "null as a value of key <" + key + ">", cause);
    }

    /**
     * Adds one tuple whose value is read from a stream, up to 1 GiB, and sent while it is read: at most some MiB of it are in
     * memory. Its bytes are those of the encoded value: for values of type bytes or string, their content. The stream is not
     * closed. When this throws anything, nothing of the tuple will be in the group. The writer can be used on when it was the stream,
     * the codec or a limit below, or when a value of over 4 MiB, which goes by itself, could not be sent.
     *
     * @throws IOException  of the stream, as it is
     * @throws SssException TOO_LARGE for a key over 64 KiB - 1, for a value over 1 GiB, after reading that much of it, and when
     *     300,000 values of over 4 MiB were written to the group in this way; INVALID_ARGUMENT for null, unless the codec takes the
     *     key; CLOSED after {@link #finish()} and {@link #commit()}
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
        StreamedValue streamed = StreamedValue.begin(encoded, value);
        if (streamed.isOnePiece()) {
            addEncoded(encoded, streamed.onePiece());
            return;
        }
        send(); // so that values of a key stay in the order of the calls
        sequence++;
        subgroup = KeyHash.subgroup(KeyHash.hash64(encoded, 0, encoded.length), write.subgroupCount());
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

    /** As an attempt of its own, which is given up when the stream or the sending fails half-way. */
    private void sendAlone(StreamedValue value) throws IOException {
        AttemptId own = new AttemptId(attempt.writer(), attempt.source(), 1 + sequence);
        try (PutSession session = write.put(own)) {
            RunWriter alone = new RunWriter((block, length) -> session.send(subgroup, sequence, block, length),
                    write.compression());
            value.writeTo(alone);
            session.finish(GroupWrite.FINISH_TIMEOUT, alone.tupleCount(), alone.dataBytes());
        }
        attempts.add(own);
    }

    /** Adds one tuple that is encoded already. */
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
        ByteSink arena = buffer.begin();
        int start = arena.size();
        arena.write(key);
        arena.write(value);
        added(start, key.length);
    }

    private void added(int start, int keyLength) {
        try {
            buffer.added(start, keyLength);
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        if (buffer.isFull()) {
            send();
        }
    }

    /**
     * Sends what is left and waits until the data servers have it; a second call does nothing. Nothing is visible yet. To be
     * called by each thread that has one of {@link GroupWriters}.
     *
     * @throws SssException CORRUPT when they have not stored all that was sent
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
            giveBufferBack();
            try {
                put.finish(GroupWrite.FINISH_TIMEOUT, run.tupleCount(), run.dataBytes());
            } catch (RuntimeException | Error e) {
                fail(e);
                throw e;
            }
            finished = true;
        }
    }

    /**
     * Makes the group visible with all its tuples, durably.
     *
     * @throws SssException INVALID_ARGUMENT for one of {@link GroupWriters}, which are committed together
     */
    public GroupInfo commit() {
        if (!alone) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "group '" + group.name()
                    + "' has several writers; finish() this one and commit() the GroupWriters");
        }
        finish();
        checkClash();
        GroupInfo ready = write.commit(attempts);
        close();
        return ready;
    }

    public List<AttemptId> attempts() {
        return attempts;
    }

    /** Discards everything unless it was committed. Idempotent. */
    @Override
    public void close() {
        if (open) {
            open = false;
            giveBufferBack();
            put.close();
            if (alone) {
                write.close();
            }
        }
    }

    /** For when a thread may be within this one still: nobody else gets its buffer, and it takes no more. */
    void abandon() {
        abandoned = true;
    }

    private void giveBufferBack() {
        if (buffer != null && !abandoned) {
            write.writerBuffers().give(buffer);
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
            buffer.drain(this::begin);
        } catch (RuntimeException | Error e) {
            fail(e);
            throw e;
        }
        buffer.limit(WriterBuffers.limit(sentBytes));
    }

    private RunWriter begin(int newSubgroup) {
        subgroup = newSubgroup;
        return run;
    }

    /** What is in the buffer, and how, is not known any more, so no other writer gets it. */
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
            throw new SssException(code, "an earlier send failed, so that group '" + group.name()
                    + "' cannot be written any further; close this writer and write the group again (" + failure.getMessage() + ")",
                    failure);
        }
        if (!open || finished || abandoned) {
            throw new SssException(ErrorCode.CLOSED, "the writer of group '" + group.name()
                    + "' was finished, committed or closed; open another one with write(...)");
        }
    }
}
