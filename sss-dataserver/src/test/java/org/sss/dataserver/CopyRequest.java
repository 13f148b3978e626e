package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.stream.IntStream;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.CopySource;
import org.sss.net.control.DataVerbs.Replicate;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.NodeAddress;

/** A request for copies of a group, as the coordinator sends it. One thread. */
final class CopyRequest implements AutoCloseable {
    static final NodeInfo SOURCE = new NodeInfo(1, new NodeAddress("source", 21200), new NodeAddress("source", 21201));

    private final DataQueue queue;
    private int signs;
    private long fetchedBytes;

    private CopyRequest(TestNode target, Replicate request) {
        queue = DataQueue.ask(target.connection(), DataVerbs.REPLICATE, Json.asMessage(request));
    }

    /** Sends the request; the source has all subgroups that have tuples. */
    static CopyRequest send(TestNode target, GroupKey group, long... tuples) {
        return send(target, group, 0, tuples);
    }

    static CopyRequest send(TestNode target, GroupKey group, long bytesPerSecond, long[] tuples) {
        return send(
                target,
                group,
                bytesPerSecond,
                IntStream.range(0, tuples.length).boxed().toList(),
                tuples);
    }

    static CopyRequest send(
            TestNode target, GroupKey group, long bytesPerSecond, List<Integer> subgroups, long[] tuples) {
        return new CopyRequest(
                target,
                new Replicate(
                        group,
                        null,
                        List.of(new CopySource(SOURCE, subgroups)),
                        SubgroupTuples.of(tuples),
                        bytesPerSecond,
                        0));
    }

    /** The second source has the given subgroups, the first one all others. */
    static CopyRequest sendTo(TestNode target, GroupKey group, NodeInfo second, int ofSecond, long... tuples) {
        return new CopyRequest(
                target,
                new Replicate(
                        group,
                        null,
                        List.of(
                                new CopySource(
                                        SOURCE,
                                        IntStream.range(0, tuples.length)
                                                .filter(subgroup -> subgroup != ofSecond)
                                                .boxed()
                                                .toList()),
                                new CopySource(second, List.of(ofSecond))),
                        SubgroupTuples.of(tuples),
                        0,
                        0));
    }

    /** Waits for the answer. */
    CommittedPart answer() {
        for (ByteBuf sign; (sign = queue.take(PutClient.PATIENCE)) != null; ) {
            signs++;
            fetchedBytes = sign.readLong();
            sign.release();
        }
        return Json.read(queue.trailer(), CommittedPart.class, "the answer");
    }

    /** Waits for a sign of life; returns the bytes fetched so far. */
    long awaitSign() {
        ByteBuf sign = queue.take(PutClient.PATIENCE);
        long bytes = sign.readLong();
        sign.release();
        return bytes;
    }

    int signs() {
        return signs;
    }

    long fetchedBytes() {
        return fetchedBytes;
    }

    /** Ends the request if it has no answer yet. */
    @Override
    public void close() {
        queue.close();
    }
}
