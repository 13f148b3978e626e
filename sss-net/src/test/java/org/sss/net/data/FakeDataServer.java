package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Service;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** Puts and scans in memory; sequences of a subgroup are its runs. Thread-safe. */
final class FakeDataServer implements Service {
    /** Blocks by "group/subgroup/sequence". */
    private final Map<String, List<byte[]>> blocks = new HashMap<>();
    final List<DataVerbs.Put> puts = new ArrayList<>();
    final List<DataVerbs.Scan> scans = new ArrayList<>();
    final List<SssException> failures = new ArrayList<>();
    final AtomicInteger putsEnded = new AtomicInteger();
    /** Blocks after which a put is failed. */
    int blocksUntilFull = Integer.MAX_VALUE;
    boolean mute;
    boolean answersEarly;
    long missingBlocks;

    @Override
    public synchronized StreamHandler open(String verb, byte[] header, Stream stream) {
        if (verb.equals(DataVerbs.PUT)) {
            DataVerbs.Put put = Json.read(header, DataVerbs.Put.class, "put");
            puts.add(put);
            return new PutHandler(put, stream);
        }
        if (verb.equals(DataVerbs.SCAN)) {
            DataVerbs.Scan scan = Json.read(header, DataVerbs.Scan.class, "scan");
            scans.add(scan);
            return new ScanHandler(scan, stream);
        }
        throw new SssException(ErrorCode.PROTOCOL, "unknown verb " + verb);
    }

    synchronized List<byte[]> run(long group, int subgroup, int sequence) {
        return blocks.computeIfAbsent(group + "/" + subgroup + "/" + sequence, k -> new ArrayList<>());
    }

    private class PutHandler implements StreamHandler {
        private final DataVerbs.Put put;
        private final Stream stream;
        private int stored;

        PutHandler(DataVerbs.Put put, Stream stream) {
            this.put = put;
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            int size = data.readableBytes();
            int subgroup = data.readInt();
            int sequence = data.readInt();
            byte[] block = new byte[data.readableBytes()];
            data.readBytes(block);
            data.release();
            if (stored == blocksUntilFull) {
                stream.fail(new SssException(ErrorCode.STORAGE, "the disk is full"));
                return;
            }
            stored++;
            run(put.group(), subgroup, sequence).add(block);
            stream.grant(size);
            if (answersEarly) {
                onEnd(new byte[0]);
            }
        }

        @Override
        public void onEnd(byte[] trailer) {
            putsEnded.incrementAndGet();
            if (!mute) {
                stream.end(Json.write(new DataVerbs.Stored(10L * stored, 100, 1000, stored, 1)));
            }
        }

        @Override
        public void onError(SssException error) {
            failures.add(error);
        }
    }

    private final class ScanHandler implements StreamHandler {
        private final DataVerbs.Scan scan;
        private final Stream stream;
        private int sequence;
        private int next;
        private long sent;

        ScanHandler(DataVerbs.Scan scan, Stream stream) {
            this.scan = scan;
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(byte[] trailer) {
            onWritable();
        }

        @Override
        public void onWritable() {
            List<byte[]> run = run(scan.group(), scan.subgroup(), sequence);
            while (!run.isEmpty()) {
                for (; next < run.size(); next++, sent++) {
                    ByteBuf frame = Unpooled.wrappedBuffer(run.get(next));
                    if (!stream.trySend(frame)) {
                        frame.release();
                        return;
                    }
                }
                next = 0;
                run = run(scan.group(), scan.subgroup(), ++sequence);
            }
            stream.end(Json.write(new DataVerbs.Scanned(sent + missingBlocks, 0)));
        }

        @Override
        public void onError(SssException error) {
            failures.add(error);
        }
    }
}
