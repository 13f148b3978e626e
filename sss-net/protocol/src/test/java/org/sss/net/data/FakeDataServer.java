package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
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
    /** Of the other forms. */
    int blocksPerFrame = 1;
    /** Number of frames after which a scan fails; not at all if it has fewer. */
    int cutAfter = -1;

    ErrorCode cutBy = ErrorCode.NODE_UNREACHABLE;
    /** What a scan that checks all blocks finds; or null. */
    String damagedFile;

    /** How blocks are sent. */
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

    /** All blocks of a subgroup and their runs: run after run, or in the order in which a client merges them. */
    private List<RunBlock> blocks(DataVerbs.Scan scan) {
        List<RunBlock> all = new ArrayList<>();
        for (int sequence = 0; ; sequence++) {
            List<byte[]> run = run(scan.group(), scan.subgroup(), sequence);
            if (run.isEmpty()) {
                break;
            }
            for (byte[] block : run) {
                all.add(new RunBlock(sequence, block));
            }
        }
        if (form == FrameForm.OF_RUNS) {
            all.sort(Comparator.comparing(RunBlock::firstKey, Arrays::compareUnsigned)
                    .thenComparingInt(RunBlock::run));
        }
        return all;
    }

    private record RunBlock(int run, byte[] bytes) {
        byte[] firstKey() {
            BlockReader reader = new BlockReader();
            reader.resetUnchecked(bytes, 0, bytes.length);
            reader.next();
            return reader.key();
        }

        DataVerbs.Scanned sent() {
            BlockStats block = BlockStats.of(Unpooled.wrappedBuffer(bytes));
            return new DataVerbs.Scanned(1, block.tuples(), (long) block.dataBytes());
        }
    }

    private static DataVerbs.Scanned plus(DataVerbs.Scanned a, DataVerbs.Scanned b) {
        Long dataBytes = b.dataBytes() == null ? null : (Long) (a.dataBytes() + b.dataBytes());
        return new DataVerbs.Scanned(a.blocks() + b.blocks(), a.tuples() + b.tuples(), dataBytes);
    }

    private final class ScanHandler implements StreamHandler {
        private final DataVerbs.Scan scan;
        private final Stream stream;
        private final List<RunBlock> blocks;
        private int next;
        private int frames;
        private DataVerbs.Scanned sent = new DataVerbs.Scanned(0, 0, 0L);

        ScanHandler(DataVerbs.Scan scan, Stream stream) {
            this.scan = scan;
            this.stream = stream;
            blocks = blocks(scan);
        }

        @Override
        public void onData(ByteBuf data) {
            data.release();
        }

        @Override
        public void onEnd(Message trailer) {
            long tuples =
                    blocks.stream().mapToLong(block -> block.sent().tuples()).sum();
            if (scan.expected() != null && scan.expected() != tuples) {
                stream.fail(new SssException(ErrorCode.CORRUPT, "it has " + tuples + " tuples"));
            } else if (scan.form().checks() == DataVerbs.Checks.BOTH && damagedFile != null) {
                stream.fail(new SssException(ErrorCode.CORRUPT, damagedFile + " is damaged"));
            } else {
                onWritable();
            }
        }

        @Override
        public void onWritable() {
            while (next < blocks.size()) {
                if (frames == cutAfter) {
                    cut();
                    return;
                }
                int end = form == FrameForm.SINGLE ? next + 1 : Math.min(next + blocksPerFrame, blocks.size());
                ByteBuf frame = frame(blocks.subList(next, end));
                if (!stream.trySend(frame)) {
                    frame.release();
                    return;
                }
                frames++;
                for (; next < end; next++) {
                    sent = plus(sent, blocks.get(next).sent());
                }
            }
            if (frames == cutAfter) {
                cut();
            } else {
                stream.end(Json.write(plus(sent, unsent)));
            }
        }

        /** With a window of one frame, fails when the client has taken all frames. */
        private void cut() {
            ByteBuf signOfLife = Unpooled.wrappedBuffer(new byte[DataVerbs.SIGN_OF_LIFE_BYTES]);
            if (stream.trySend(signOfLife)) {
                stream.fail(new SssException(cutBy, "it ends after frame " + frames));
            } else {
                signOfLife.release();
            }
        }

        private ByteBuf frame(List<RunBlock> some) {
            ByteBuf frame = Unpooled.buffer();
            if (form == FrameForm.BATCH) {
                frame.writerIndex(BlockBatch.headBytes(some.size()));
                BlockBatch.putHead(frame, some.size());
                for (int i = 0; i < some.size(); i++) {
                    BlockBatch.putEntry(frame, i, 0, some.get(i).bytes().length);
                }
            } else if (form == FrameForm.OF_RUNS) {
                RunBatch.writeHead(frame, some.size());
                some.forEach(block -> RunBatch.writeEntry(frame, 0, block.bytes().length, block.run()));
            }
            some.forEach(block -> frame.writeBytes(block.bytes()));
            return frame;
        }

        @Override
        public void onError(SssException error) {
            failures.add(error);
        }
    }
}
