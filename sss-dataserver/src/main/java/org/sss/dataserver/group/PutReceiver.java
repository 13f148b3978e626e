package org.sss.dataserver.group;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * One put stream. Callbacks come from the network and only hand blocks to storage threads; these call {@link #stored} and
 * {@link #settle}. Thread-safe.
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
    private final boolean believed;
    private final IncomingMemory memory;
    private final Runnable onOver;
    /** Blocks that are not stored yet, and one for the end of the stream. */
    private final AtomicInteger unsettled = new AtomicInteger(1);
    private final AtomicBoolean over = new AtomicBoolean();
    private Stored stored = Stored.NONE; // guarded by this
    /** Read and written by several storage threads, which would at worst compare once more. */
    private boolean compared;

    /** @param packed as {@link DataVerbs.Put} says; believed of a peer in this process alone */
    PutReceiver(Group group, GroupKey asked, Attempt attempt, Stream stream, boolean packed, IncomingMemory memory, Runnable onOver) {
        this.group = group;
        this.asked = asked;
        this.attempt = attempt;
        this.stream = stream;
        believed = packed && stream.isLocal();
        this.memory = memory;
        this.onOver = onOver;
    }

    /** Whether its blocks need not be checked. */
    boolean isBelieved() {
        return believed;
    }

    Attempt attempt() {
        return attempt;
    }

    /** By a storage thread: may read a file. @throws SssException when the group is another one than its writer wants to write to */
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
            counted = false; // by whom it is handed to
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

    /** A frame is a part of a read buffer, which may be many times as large, and waits as a whole with it. */
    private static ByteBuf copied(ByteBuf frame, int bytes) {
        ByteBuf copy = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
        copy.writeBytes(frame);
        frame.release();
        return copy;
    }

    /** To its storage thread, which frees the memory; when it throws, it has. */
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
            throw new SssException(ErrorCode.PROTOCOL, "a put frame of " + frame.readableBytes()
                    + " bytes is too short for subgroup and sequence");
        }
        int subgroup = frame.readInt();
        if (subgroup < 0) {
            throw new SssException(ErrorCode.PROTOCOL, "subgroup " + subgroup + " in a put frame is negative");
        }
        return subgroup;
    }

    @Override
    public void onEnd(byte[] trailer) {
        settle(0);
    }

    @Override
    public void onError(SssException error) {
        fail(new SssException(error.code(), "attempt " + attempt.id() + " was aborted because its put stream broke: "
                + error.getMessage(), error));
    }

    /** A block is in its segment. */
    synchronized void stored(BlockValidator block, boolean newRun) {
        stored = stored.plus(new Stored(block.tuples(), block.dataBytes(), block.blockBytes(), 1, newRun ? 1 : 0));
    }

    /** A block, or the end, needs nothing more; {@code creditBytes} go back to the sender. */
    void settle(int creditBytes) {
        memory.free(stream.peer(), creditBytes);
        if (creditBytes > 0 && !over.get()) {
            stream.grant(creditBytes);
        }
        if (unsettled.decrementAndGet() == 0 && attempt.finish(this, total()) && end()) {
            tell(total());
        }
    }

    /** A writer that has given up meanwhile is no trouble of who stores: {@link #onError} hears of it. */
    private void tell(Stored all) {
        try {
            stream.end(Json.write(all));
        } catch (SssException e) {
            LOG.debug("the writer of {} was not told that all is stored: {}", attempt.id(), e.getMessage());
        }
    }

    private synchronized Stored total() {
        return stored;
    }

    /** Fails the whole attempt. */
    void fail(SssException cause) {
        group.fail(attempt, cause);
        failedWith(cause); // when it was no part of the attempt any more
    }

    /** The attempt has failed. */
    @Override
    public void failedWith(SssException cause) {
        if (end()) {
            stream.fail(cause);
        }
    }

    private boolean end() {
        boolean first = over.compareAndSet(false, true);
        if (first) {
            onOver.run();
        }
        return first;
    }
}
