package org.sss.dataserver.group;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.net.block.BlockStats;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * One put stream. Callbacks come from the network and only hand blocks to storage threads; these call {@link #stored}
 * and {@link #settle}. Thread-safe.
 *
 * <pre>
 *   onData --check size--> storage thread of the subgroup --store--> grant credit
 *   onEnd, and the last of its blocks is stored -----------------> trailer Stored
 * </pre>
 */
public final class PutReceiver implements StreamHandler, Attempt.OpenStream {
    private static final Logger LOG = LoggerFactory.getLogger(PutReceiver.class);

    private final Group group;
    private final GroupKey asked;
    private final Attempt attempt;
    private final Stream stream;
    private final boolean trusted;
    private final IncomingMemory memory;
    private final Consumer<Stored> onOver;
    /** Number of blocks that are not stored yet, plus one for the end of the stream. */
    private final AtomicInteger unsettled = new AtomicInteger(1);

    private final AtomicBoolean over = new AtomicBoolean();
    private Stored stored = Stored.NONE; // guarded by this
    /** Read and written by several storage threads; a race only repeats the comparison. */
    private boolean compared;

    /** @param packed as in {@link DataVerbs.Put}; trusted only of a peer in this process */
    PutReceiver(
            Group group,
            GroupKey asked,
            Attempt attempt,
            Stream stream,
            boolean packed,
            IncomingMemory memory,
            Consumer<Stored> onOver) {
        this.group = group;
        this.asked = asked;
        this.attempt = attempt;
        this.stream = stream;
        trusted = packed && stream.isLocal();
        this.memory = memory;
        this.onOver = onOver;
    }

    /** Returns true if its blocks need no check. */
    boolean isTrusted() {
        return trusted;
    }

    Attempt attempt() {
        return attempt;
    }

    /**
     * Called on a storage thread: may read a file.
     *
     * @throws SssException when the group is another one than the writer's
     */
    void checkGroup() {
        if (!compared) {
            group.checkIs(asked);
            compared = true;
        }
    }

    boolean isOver() {
        return over.get();
    }

    @Override
    public void onData(ByteBuf frame) {
        int bytes = frame.readableBytes();
        ByteBuf own = frame;
        boolean taken = false;
        boolean counted = false;
        try {
            memory.take(stream.peer(), bytes);
            counted = true;
            own = memory.isCrowded() && !stream.isLocal() ? copied(frame, bytes) : frame;
            counted = false; // hand() frees it
            taken = hand(own, bytes);
        } catch (SssException e) {
            fail(e);
        } finally {
            if (counted) {
                memory.free(stream.peer(), bytes);
            }
            if (!taken) {
                own.release();
            }
        }
    }

    /** A frame is a slice of a read buffer, which may be many times as large and is retained as a whole with it. */
    private static ByteBuf copied(ByteBuf frame, int bytes) {
        ByteBuf copy = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
        copy.writeBytes(frame);
        frame.release();
        return copy;
    }

    /** Passes the frame to its storage thread, which frees the memory; also frees it when this throws. */
    private boolean hand(ByteBuf frame, int bytes) {
        boolean handed = false;
        try {
            int subgroup = subgroupOf(frame);
            int sequence = frame.readInt();
            BlockStats.of(frame);
            unsettled.incrementAndGet();
            group.subgroup(subgroup).put(this, sequence, frame, bytes);
            handed = true;
            return true;
        } finally {
            if (!handed) {
                memory.free(stream.peer(), bytes);
            }
        }
    }

    private static int subgroupOf(ByteBuf frame) {
        if (frame.readableBytes() < DataVerbs.PUT_FRAME_HEADER_BYTES) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "a put frame of " + frame.readableBytes() + " bytes is too short for subgroup and sequence");
        }
        int subgroup = frame.readInt();
        if (subgroup < 0) {
            throw new SssException(ErrorCode.PROTOCOL, "subgroup " + subgroup + " in a put frame is negative");
        }
        return subgroup;
    }

    @Override
    public void onEnd(Message trailer) {
        settle(0);
    }

    @Override
    public void onError(SssException error) {
        fail(new SssException(
                error.code(),
                "attempt " + attempt.id() + " was aborted because its put stream broke: " + error.getMessage(),
                error));
    }

    /** Records that a block is in its segment. */
    synchronized void stored(BlockValidator block, boolean newRun) {
        stored = stored.plus(new Stored(block.tuples(), block.dataBytes(), block.blockBytes(), 1, newRun ? 1 : 0));
    }

    /** Records that a block, or the end of the stream, is done; {@code creditBytes} return to the sender. */
    void settle(int creditBytes) {
        memory.free(stream.peer(), creditBytes);
        if (creditBytes > 0 && !over.get()) {
            stream.grant(creditBytes);
        }
        if (unsettled.decrementAndGet() == 0 && attempt.finish(this, total()) && end()) {
            sendResult(total());
        }
    }

    /** If the writer has disconnected, {@link #onError} handles it; storing is unaffected. */
    private void sendResult(Stored all) {
        try {
            stream.end(Json.asMessage(all));
        } catch (SssException e) {
            LOG.debug("the writer of {} did not get the result: {}", attempt.id(), e.getMessage());
        }
    }

    private synchronized Stored total() {
        return stored;
    }

    /** Fails the whole attempt. */
    void fail(SssException cause) {
        group.fail(attempt, cause);
        failedWith(cause); // if the attempt had failed before
    }

    /** Called when the attempt has failed. */
    @Override
    public void failedWith(SssException cause) {
        if (end()) {
            stream.fail(cause);
        }
    }

    private boolean end() {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            onOver.accept(total());
        }
        return first;
    }
}
