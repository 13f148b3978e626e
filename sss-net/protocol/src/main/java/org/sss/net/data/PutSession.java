package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Locations;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.ThreadTimes;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Writes the runs of one task attempt, or of one import thread, to the data servers that own their subgroups. The
 * stream to a data server is opened with its first block. One thread at a time.
 *
 * <pre>
 *   send(subgroup, sequence, block)... -> finish(tuples, bytes)     the data servers have all blocks, not yet committed
 *                                      -> close()                   without finish: the runs are dropped
 * </pre>
 */
public final class PutSession implements AutoCloseable {
    private final Function<NodeAddress, Connection> connections;
    private final ClusterMap cluster;
    private final Locations locations;
    private final DataVerbs.Put header;
    /** By node id; null for nodes that have received nothing. */
    private final PutStream[] streams;

    private boolean finished;

    /** @param connections returns an open connection to a data server, which it still owns */
    public PutSession(
            Function<NodeAddress, Connection> connections, ClusterMap cluster, GroupKey group, AttemptId attempt) {
        this(connections, cluster, new DataVerbs.Put(group, attempt, false));
    }

    public PutSession(Function<NodeAddress, Connection> connections, ClusterMap cluster, DataVerbs.Put header) {
        this.connections = connections;
        this.cluster = cluster;
        locations = cluster.locations();
        this.header = header;
        streams = new PutStream[cluster.nodes().size()];
    }

    /**
     * Sends the block in {@code block[0, length)} to the owner of {@code subgroup}, waiting while its credit is used
     * up. The array may be reused after the call.
     *
     * @param sequence the run within the subgroup; blocks of one run are sent in order
     * @throws SssException the error of the data server or of the connection, with the node's name
     */
    public void send(int subgroup, int sequence, byte[] block, int length) {
        stream(locations.owner(subgroup)).send(subgroup, sequence, block, length);
    }

    /**
     * Makes the frame of a block that is sent later, by {@link #send(int, ByteBuf)}. The caller releases it if it does
     * not send it.
     */
    public static ByteBuf frame(int subgroup, int sequence, byte[] block, int length) {
        return PutStream.frame(subgroup, sequence, block, length);
    }

    /**
     * Sends a {@link #frame} to {@code node}, which owns its subgroup. Owns the frame from the call on. Otherwise as
     * the other method.
     */
    public void send(int node, ByteBuf frame) {
        PutStream stream;
        try {
            stream = stream(node);
        } catch (SssException e) {
            frame.release();
            throw e;
        }
        stream.send(frame);
    }

    private PutStream stream(int node) {
        if (finished) {
            throw new SssException(ErrorCode.INTERNAL, "block for " + header + " after the end of its session");
        }
        PutStream stream = streams[node];
        if (stream == null) {
            stream = streams[node] = PutStream.open(connections, cluster.node(node), header);
        }
        return stream;
    }

    /** Ends the stream to one node, without waiting for its answer; does nothing if nothing was sent to it. */
    public void end(int node) {
        PutStream stream = streams[node];
        if (stream != null && !stream.hasEnded()) {
            stream.end();
        }
    }

    /**
     * Ends the stream to one node, and waits until it has stored everything. @throws SssException as {@link
     * #finish(Duration)}
     */
    public void finish(int node, Duration timeout) {
        end(node);
        PutStream stream = streams[node];
        if (stream != null) {
            stream.stored(System.nanoTime() + timeout.toNanos());
        }
    }

    /** What was sent to other nodes than {@code self} so far. */
    public ShuffleTimes sentToOthers(int self) {
        int links = 0;
        long blocks = 0;
        long bytes = 0;
        long creditNanos = 0;
        for (int node = 0; node < streams.length; node++) {
            PutStream stream = streams[node];
            if (stream != null && node != self) {
                links++;
                blocks += stream.blocks();
                bytes += stream.bytes();
                creditNanos += stream.creditNanos();
            }
        }
        return ShuffleTimes.sent(links, blocks, bytes, TimeUnit.NANOSECONDS.toMillis(creditNanos));
    }

    /** How long the thread has waited until data servers took more, also that of this node. */
    public ThreadTimes.Phase waited() {
        long waits = 0;
        long nanos = 0;
        for (PutStream stream : streams) {
            if (stream != null) {
                waits += stream.creditWaits();
                nanos += stream.creditNanos();
            }
        }
        return new ThreadTimes.Phase(waits, TimeUnit.NANOSECONDS.toMicros(nanos), 0);
    }

    /**
     * Ends all streams and waits until the data servers have stored everything.
     *
     * @return what was stored, over all data servers
     * @throws SssException the error of a data server, or {@link ErrorCode#TIMEOUT}; then nothing will be committed
     */
    public DataVerbs.Stored finish(Duration timeout) {
        finished = true;
        for (int node = 0; node < streams.length; node++) {
            end(node);
        }
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        DataVerbs.Stored sum = DataVerbs.Stored.NONE;
        for (PutStream stream : streams) {
            if (stream != null) {
                sum = sum.plus(stream.stored(deadlineNanos));
            }
        }
        return sum;
    }

    /**
     * The same for blocks with {@code tuples} tuples and {@code dataBytes} bytes of keys and values, as a
     * {@link org.sss.net.block.RunWriter} counts them. The comparison is necessary because a data server that has lost
     * a block cannot detect it and would commit the others.
     *
     * @throws SssException also {@link ErrorCode#CORRUPT} if the data servers have stored more or fewer; then the
     *     attempt must not be committed
     */
    public DataVerbs.Stored finish(Duration timeout, long tuples, long dataBytes) {
        DataVerbs.Stored stored = finish(timeout);
        if (stored.tuples() != tuples || stored.dataBytes() != dataBytes) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "the data servers stored " + stored.tuples() + " tuples of " + tuples + ", and "
                            + stored.dataBytes() + " bytes of keys and values of " + dataBytes + ", that attempt "
                            + header.attempt()
                            + " sent to group " + header.group() + "; none of them is committed, write them again");
        }
        return stored;
    }

    /** Fails the streams without an answer, so that their data servers drop the runs. Idempotent. */
    @Override
    public void close() {
        finished = true;
        for (PutStream stream : streams) {
            if (stream != null) {
                stream.close();
            }
        }
    }
}
