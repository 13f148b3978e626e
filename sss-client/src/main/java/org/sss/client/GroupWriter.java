package org.sss.client;

import java.util.List;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.data.PutSession;

/**
 * Writes a new group tuple by tuple, in any order. One thread at a time. Nothing is visible before {@link #commit()};
 * closing without it discards everything. Keeps tuples of up to a 64th of the heap, 4 to 64
 * MiB, which are sorted and sent as one run each time.
 *
 * <pre>{@code
 * try (GroupWriter<String, Long> writer = client.write(stock)) {
 *     writer.append("apple", 3L);
 *     writer.commit();
 * }
 * }</pre>
 */
public final class GroupWriter<K, V> implements AutoCloseable {
    /** A power of two, as the buffer's array grows by doubling. */
    private static final int BUFFER_BYTES =
            (int) Long.highestOneBit(Math.max(4 << 20, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 64)));
    private static final AttemptId ATTEMPT = new AttemptId("write", 0, 0);

    private final TupleGroup<K, V> group;
    private final Codec<K> keys;
    private final Codec<V> values;
    private final GroupWrite write;
    private final PutSession put;
    private final SortBuffer buffer;
    private final RunWriter run;
    private int subgroup;
    private int sequence = -1;
    private boolean open = true;

    GroupWriter(ClusterLink link, TupleGroup<K, V> group, String createdBy) {
        this.group = group;
        keys = group.keys().forTask();
        values = group.values().forTask();
        write = new GroupWrite(link, new NewGroup(group.name(), keys.name(), values.name(), true, group.replace(), createdBy));
        put = openPut();
        buffer = new SortBuffer(write.subgroupCount(), BUFFER_BYTES);
        run = new RunWriter((block, length) -> put.send(subgroup, sequence, block, length));
    }

    /**
     * Adds one tuple; key and value are encoded before this returns.
     *
     * @throws SssException TOO_LARGE for a key over 64 KiB - 1 or a value over 1 GiB; CLOSED after {@link #commit()}
     */
    public void append(K key, V value) {
        checkOpen();
        ByteSink arena = buffer.begin();
        int start = arena.size();
        int keyLength;
        try {
            keys.encode(key, arena);
            keyLength = arena.size() - start;
            values.encode(value, arena);
            RunWriter.checkSizes(keyLength, arena.size() - start - keyLength);
        } catch (RuntimeException e) {
            buffer.takeBack(start);
            throw e;
        }
        buffer.added(start, keyLength);
        sendWhenFull();
    }

    /** Adds one tuple that is encoded already. */
    void appendEncoded(byte[] key, byte[] value) {
        checkOpen();
        RunWriter.checkSizes(key.length, value.length);
        ByteSink arena = buffer.begin();
        int start = arena.size();
        arena.write(key);
        arena.write(value);
        buffer.added(start, key.length);
        sendWhenFull();
    }

    /** Makes the group visible with all its tuples, durably. */
    public GroupInfo commit() {
        checkOpen();
        send();
        put.finish(GroupWrite.FINISH_TIMEOUT);
        GroupInfo ready = write.commit(List.of(ATTEMPT));
        close();
        return ready;
    }

    /** Discards everything unless it was committed. Idempotent. */
    @Override
    public void close() {
        if (open) {
            open = false;
            put.close();
            write.close();
        }
    }

    private PutSession openPut() {
        try {
            return write.put(ATTEMPT);
        } catch (RuntimeException e) {
            write.close();
            throw e;
        }
    }

    private void sendWhenFull() {
        if (buffer.isFull()) {
            send();
        }
    }

    private void send() {
        if (!buffer.isEmpty()) {
            sequence++;
            buffer.drain(this::begin);
        }
    }

    private RunWriter begin(int newSubgroup) {
        subgroup = newSubgroup;
        return run;
    }

    private void checkOpen() {
        if (!open) {
            throw new SssException(ErrorCode.CLOSED, "the writer of group '" + group.name()
                    + "' was committed or closed; open another one with write(...)");
        }
    }
}
