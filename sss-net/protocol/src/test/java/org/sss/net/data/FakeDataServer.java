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
import org.sss.net.block.BlockStats;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;
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
    /** Number of blocks after which a put fails. */
    int blocksUntilFull = Integer.MAX_VALUE;

    boolean mute;
    boolean answersEarly;
    /** Added to the sums in the trailer of a scan, although not sent. */
    DataVerbs.Scanned unsent = new DataVerbs.Scanned(0, 0, 0L);

    FrameForm form = FrameForm.SINGLE;

    /** Encodes each block as a separate frame. */
    enum FrameForm {
        SINGLE,
        BATCH,
        OF_RUNS
    }

    @Override
    public synchronized StreamHandler open(String verb, Message header, Stream stream) {
        if (verb.equals(DataVerbs.PUT.name())) {
            DataVerbs.Put put = Json.read(header, DataVerbs.Put.class, "put");
            puts.add(put);
            return new PutHandler(put, stream);
        }
        if (verb.equals(DataVerbs.SCAN.name())) {
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
                onEnd(Message.EMPTY);
            }
        }

        @Override
        public void onEnd(Message trailer) {
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
        private DataVerbs.Scanned sent = new DataVerbs.Scanned(0, 0, 0L);

        ScanHandler(DataVerbs.Scan scan, Stream stream) {
            this.scan = scan;
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            onWritable();
        }

        @Override
        public void onWritable() {
            List<byte[]> run = run(scan.group(), scan.subgroup(), sequence);
            while (!run.isEmpty()) {
                for (; next < run.size(); next++) {
                    ByteBuf frame = frame(run.get(next));
                    if (!stream.trySend(frame)) {
                        frame.release();
                        return;
                    }
                    BlockStats block = BlockStats.of(Unpooled.wrappedBuffer(run.get(next)));
                    sent = plus(sent, new DataVerbs.Scanned(1, block.tuples(), (long) block.dataBytes()));
                }
                next = 0;
                run = run(scan.group(), scan.subgroup(), ++sequence);
            }
            stream.end(Json.write(plus(sent, unsent)));
        }

        private ByteBuf frame(byte[] block) {
            ByteBuf frame = Unpooled.buffer();
            if (form == FrameForm.BATCH) {
                frame.writerIndex(BlockBatch.headBytes(1));
                BlockBatch.putHead(frame, 1);
                BlockBatch.putEntry(frame, 0, 0, block.length);
            } else if (form == FrameForm.OF_RUNS) {
                RunBatch.writeHead(frame, 1);
                RunBatch.writeEntry(frame, 0, block.length, sequence);
            }
            return frame.writeBytes(block);
        }

        private static DataVerbs.Scanned plus(DataVerbs.Scanned a, DataVerbs.Scanned b) {
            Long dataBytes = b.dataBytes() == null ? null : (Long) (a.dataBytes() + b.dataBytes());
            return new DataVerbs.Scanned(a.blocks() + b.blocks(), a.tuples() + b.tuples(), dataBytes);
        }

        @Override
        public void onError(SssException error) {
            failures.add(error);
        }
    }
}
