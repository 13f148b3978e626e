package org.sss.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.LongCodec;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupWrite;
import org.sss.client.text.ImportWorkers;
import org.sss.client.text.LineReader;
import org.sss.client.text.LineSink;
import org.sss.client.text.TextFiles;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.data.PutSession;

/**
 * Imports text files: one tuple per line, with its position as key. Several threads import ranges of the files; each
 * range is one attempt with one run per subgroup, so the stored blocks do not depend on the number of threads.
 *
 * <pre>
 *   concatenated files: [ range 0 | range 1 | ... ]   thread: read range -> find lines -> hash key -> run of subgroup -> put
 * </pre>
 */
final class TextImport {
    private static final String WRITER = "import";
    private static final long SMALLEST_RANGE_BYTES = 64L << 20;
    /** Limits the number of runs per subgroup, as readers merge them. */
    private static final int MAX_RANGES = 256;

    private static final int MAX_THREADS = 4;

    private final GroupWrite group;
    private final int subgroupCount;
    private final TextFiles files;
    private final Transferred transferred;
    private final long rangeBytes;
    private final int ranges;
    private final AtomicInteger nextRange = new AtomicInteger();
    private final ImportWorkers workers;
    private final Semaphore longLines = new Semaphore(1);
    private final List<AttemptId> attempts = Collections.synchronizedList(new ArrayList<>());

    static GroupInfo into(ClusterLink link, NewGroup request, TextFiles files, Transferred transferred) {
        try (GroupWrite write = new GroupWrite(link, request)) {
            return new TextImport(write, link.map().subgroupCount(), files, transferred).run();
        }
    }

    private TextImport(GroupWrite group, int subgroupCount, TextFiles files, Transferred transferred) {
        this.group = group;
        this.subgroupCount = subgroupCount;
        this.files = files;
        this.transferred = transferred;
        rangeBytes = Math.max(SMALLEST_RANGE_BYTES, files.totalBytes() / MAX_RANGES + 1);
        ranges = (int) ((files.totalBytes() + rangeBytes - 1) / rangeBytes);
        workers = new ImportWorkers(Math.max(
                1, Math.min(ranges, Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()))));
    }

    /** Imports everything and commits. */
    GroupInfo run() {
        workers.run(number -> work());
        attempts.sort((a, b) -> Integer.compare(a.source(), b.source()));
        return group.commit(attempts);
    }

    private void work() {
        LineReader reader = new LineReader(LineReader.CHUNK_BYTES, longLines);
        for (int range; !workers.isStopped() && (range = nextRange.getAndIncrement()) < ranges; ) {
            importRange(range, reader);
        }
    }

    private void importRange(int range, LineReader reader) {
        AttemptId attempt = new AttemptId(WRITER, range, 0);
        try (PutSession put = group.puts().open(attempt)) {
            RangeWriter writer = new RangeWriter(put, subgroupCount);
            long from = range * rangeBytes;
            for (TextFiles.Part part : files.parts()) {
                long start = Math.max(from, part.start());
                long end = Math.min(from + rangeBytes, part.start() + part.bytes());
                if (start < end) {
                    reader.read(part, start - part.start(), end - part.start(), writer);
                }
            }
            writer.finish();
            put.finish(GroupWrite.FINISH_TIMEOUT, writer.tupleCount(), writer.dataBytes());
            attempts.add(attempt);
        }
    }

    /** Writes lines to the runs of one range; positions ascend, so each run is already sorted. */
    private final class RangeWriter implements LineSink {
        private static final int REPORTED_TUPLES = 4096;

        private final RunWriter[] runs;
        private final byte[] key = new byte[LongCodec.SIZE_BYTES];
        private int tuples;
        private long bytes;

        RangeWriter(PutSession put, int subgroupCount) {
            runs = new RunWriter[subgroupCount];
            for (int s = 0; s < subgroupCount; s++) {
                int subgroup = s;
                runs[s] = new RunWriter(
                        (block, length) -> put.send(subgroup, 0, block, length),
                        group.puts().compression());
            }
        }

        @Override
        public void line(long position, byte[] line, int offset, int length) {
            LongCodec.put(key, 0, position);
            int subgroup = KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), runs.length);
            runs[subgroup].add(key, 0, key.length, line, offset, length);
            bytes += length + 1;
            if (++tuples >= REPORTED_TUPLES) {
                report();
            }
        }

        void finish() {
            for (RunWriter run : runs) {
                run.finish();
            }
            report();
        }

        long tupleCount() {
            return Arrays.stream(runs).mapToLong(RunWriter::tupleCount).sum();
        }

        long dataBytes() {
            return Arrays.stream(runs).mapToLong(RunWriter::dataBytes).sum();
        }

        private void report() {
            transferred.add(tuples, bytes);
            tuples = 0;
            bytes = 0;
            workers.checkNotStopped();
        }
    }
}
