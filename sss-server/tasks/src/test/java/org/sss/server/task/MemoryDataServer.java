package org.sss.server.task;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockStats;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.server.task.output.MemoryRuns;

/** Takes puts and keeps their runs in memory, all attempts visible at once. Thread-safe. */
final class MemoryDataServer implements Service {
    private final Map<Long, TreeMap<String, MemoryRuns>> groups = new HashMap<>();
    final AtomicInteger openStreams = new AtomicInteger();
    final AtomicInteger everOpened = new AtomicInteger();
    final AtomicInteger failedStreams = new AtomicInteger();
    /** Blocks after which a put fails as on a full disk; none by default. */
    volatile int blocksUntilFull = Integer.MAX_VALUE;
    /** Whether streams get no credit back. */
    volatile boolean stuck;

    @Override
    public StreamHandler open(String verb, Message header, Stream stream) {
        if (!verb.equals(DataVerbs.PUT.name())) {
            throw new SssException(ErrorCode.PROTOCOL, "only puts are known here, not " + verb);
        }
        openStreams.incrementAndGet();
        everOpened.incrementAndGet();
        DataVerbs.Put put = Json.read(header, DataVerbs.Put.class, "put");
        return new Put(stream, runs(put.group(), put.attempt()));
    }

    private synchronized MemoryRuns runs(long group, AttemptId attempt) {
        return groups.computeIfAbsent(group, g -> new TreeMap<>())
                .computeIfAbsent(attempt.toString(), a -> new MemoryRuns());
    }

    /** Values by key, attempt after attempt. */
    synchronized TreeMap<Bytes, List<Bytes>> allTuples(long group, int subgroup) {
        TreeMap<Bytes, List<Bytes>> all = new TreeMap<>();
        for (MemoryRuns runs : groups.getOrDefault(group, new TreeMap<>()).values()) {
            runs.tuples(subgroup)
                    .forEach((key, values) ->
                            all.computeIfAbsent(key, k -> new ArrayList<>()).addAll(values));
        }
        return all;
    }

    /** Of all attempts. */
    synchronized int runCount(long group, int subgroup) {
        return groups.getOrDefault(group, new TreeMap<>()).values().stream()
                .mapToInt(runs -> runs.runCount(subgroup))
                .sum();
    }

    private final class Put implements StreamHandler {
        private final Stream stream;
        private final MemoryRuns runs;
        private DataVerbs.Stored stored = DataVerbs.Stored.NONE;

        Put(Stream stream, MemoryRuns runs) {
            this.stream = stream;
            this.runs = runs;
        }

        @Override
        public void onData(ByteBuf data) {
            int frameBytes = data.readableBytes();
            try {
                if (stored.blocks() == blocksUntilFull) {
                    openStreams.decrementAndGet();
                    stream.fail(new SssException(ErrorCode.STORAGE, "the disk is full"));
                    return;
                }
                int subgroup = data.readInt();
                int sequence = data.readInt();
                BlockStats stats = BlockStats.of(data);
                byte[] block = new byte[data.readableBytes()];
                data.readBytes(block);
                runs.send(subgroup, sequence, block, block.length);
                stored = stored.plus(new DataVerbs.Stored(stats.tuples(), stats.dataBytes(), stats.bytes(), 1, 0));
            } finally {
                data.release();
            }
            if (!stuck) {
                stream.grant(frameBytes);
            }
        }

        @Override
        public void onEnd(Message trailer) {
            openStreams.decrementAndGet();
            stream.end(Json.write(stored));
        }

        @Override
        public void onError(SssException error) {
            openStreams.decrementAndGet();
            failedStreams.incrementAndGet();
        }
    }
}
