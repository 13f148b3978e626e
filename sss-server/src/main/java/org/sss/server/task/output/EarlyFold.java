package org.sss.server.task.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.api.TupleGroup;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.ThreadTimes.Phase;
import org.sss.server.shuffle.RunOutput;
import org.sss.server.shuffle.ShuffleOutput;

/**
 * An experiment: a Reduce that folds starts while Maps still run (DMR, 2017). Threads of the owner fold each block of a temporary group
 * as soon as it is sent; the Reduce reads the folded tuples instead of those of the group. Only if all nodes are in one process, for sums
 * of longs and of arrays of doubles named "sums", and without failed attempts: otherwise Reduce reads the group. Set SSS_EARLY_REDUCE=1.
 */
public final class EarlyFold {
    private static final boolean ON = "1".equals(System.getenv("SSS_EARLY_REDUCE"));
    private static final int WORKERS = Integer.parseInt(System.getenv().getOrDefault("SSS_EARLY_THREADS", "2"));
    private static final int QUEUE_KIB = 64 << 10;
    private static final int SLACK_BYTES = 16;
    private static final Map<Long, EarlyFold> FOLDS = new ConcurrentHashMap<>();
    private static final ExecutorService[] THREADS = new ExecutorService[WORKERS];

    static {
        for (int i = 0; i < WORKERS; i++) {
            THREADS[i] = Executors.newSingleThreadExecutor(run -> {
                Thread thread = new Thread(run, "sss-early-fold");
                thread.setDaemon(true);
                return thread;
            });
        }
    }

    private final long group;
    private final Part[] parts;
    private final boolean longs;
    private final Semaphore queueKib = new Semaphore(QUEUE_KIB);
    private final AtomicInteger untaken;
    private volatile boolean failed;

    private EarlyFold(long group, int subgroups, boolean longs) {
        this.group = group;
        this.longs = longs;
        parts = new Part[subgroups];
        untaken = new AtomicInteger(subgroups);
        for (int i = 0; i < subgroups; i++) {
            parts[i] = new Part(i);
        }
    }

    /** What Reduce reads instead of the subgroup; {@code folded} tuples fewer. */
    public record Taken(List<BlockSource> sources, long folded) {
    }

    static ShuffleOutput tap(TaskSpec spec, TupleGroup<?, ?> group, ShuffleOutput shuffle) {
        boolean longs = group.values() == (Object) Codecs.LONG;
        if (!ON || !group.temporary() || spec.kind() != org.sss.net.control.WorkflowSpec.JobKind.MAP || !longs && !group.name().equals("sums")) {
            return shuffle;
        }
        EarlyFold fold = FOLDS.computeIfAbsent(spec.outputGroups().get(0), id -> new EarlyFold(id, spec.cluster().subgroupCount(), longs));
        if (spec.attempt() > 0) {
            fold.failed = true;
        }
        return new Tap(fold, shuffle);
    }

    private record Tap(EarlyFold fold, ShuffleOutput shuffle) implements ShuffleOutput {
        @Override
        public void send(int subgroup, int sequence, byte[] block, int length) {
            fold.add(subgroup, Arrays.copyOf(block, length + SLACK_BYTES), length);
            shuffle.send(subgroup, sequence, block, length);
        }

        @Override
        public Phase waited() {
            return shuffle.waited();
        }

        @Override
        public void finish(long tuples, long dataBytes) {
            shuffle.finish(tuples, dataBytes);
        }

        @Override
        public ShuffleTimes times() {
            return shuffle.times();
        }

        @Override
        public void close() {
            shuffle.close();
        }
    }

    private void add(int subgroup, byte[] block, int length) {
        int kib = (length >> 10) + 1;
        queueKib.acquireUninterruptibly(kib);
        THREADS[subgroup % WORKERS].execute(() -> {
            try {
                parts[subgroup].fold(block, length);
            } catch (RuntimeException | Error e) {
                failed = true;
                throw e;
            } finally {
                queueKib.release(kib);
            }
        });
    }

    /** Waits until all blocks are folded. Returns null if there is no fold of that group. */
    public static Taken take(long group, int subgroup) {
        EarlyFold fold = ON ? FOLDS.get(group) : null;
        if (fold == null) {
            return null;
        }
        if (fold.untaken.decrementAndGet() == 0) {
            FOLDS.remove(fold.group);
        }
        Future<Taken> taken = THREADS[subgroup % WORKERS].submit(() -> fold.parts[subgroup].end());
        try {
            return fold.failed ? null : taken.get();
        } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One subgroup. For its thread. */
    private final class Part {
        private final int subgroup;
        private final BlockReader reader = new BlockReader();
        private final Map<Integer, List<byte[]>> runs = new TreeMap<>();
        private LongCombineTable table;
        private Map<Bytes, double[]> sums;
        private RunOutput output;
        private long folded;

        Part(int subgroup) {
            this.subgroup = subgroup;
        }

        private void open() {
            if (output == null) {
                output = new RunOutput(parts.length, Compression.NONE,
                        (s, sequence, block, length) -> runs.computeIfAbsent(sequence, n -> new ArrayList<>()).add(Arrays.copyOf(block, length)), 1);
                table = longs ? new LongCombineTable(256 << 20, output, LongCombiner.Operation.SUM) : null;
                sums = longs ? null : new TreeMap<>();
            }
        }

        void fold(byte[] block, int length) {
            open();
            reader.resetUnchecked(block, 0, length);
            if (longs) {
                foldLongs();
            } else {
                foldArrays();
            }
        }

        private void foldLongs() {
            int ref = CombineTable.NONE;
            while (reader.next()) {
                byte[] bytes = reader.array();
                if (ref == CombineTable.NONE || reader.isNewKey()) {
                    ref = table.find(bytes, reader.keyOffset(), reader.keyLength());
                }
                long number = LongCodec.get(bytes, reader.valueOffset());
                if (ref == CombineTable.NONE) {
                    table.insert(subgroup, bytes, reader.keyOffset(), reader.keyLength(), number);
                } else {
                    table.combine(ref, number);
                }
            }
        }

        private void foldArrays() {
            while (reader.next()) {
                byte[] bytes = reader.array();
                Bytes key = Bytes.of(Arrays.copyOfRange(bytes, reader.keyOffset(), reader.keyOffset() + reader.keyLength()));
                int count = reader.valueLength() / Double.BYTES;
                double[] sum = sums.get(key);
                if (sum == null) {
                    sum = new double[count];
                    sums.put(key, sum);
                } else {
                    folded++;
                }
                for (int i = 0; i < count; i++) {
                    sum[i] += Double.longBitsToDouble(BigEndian.getLong(bytes, reader.valueOffset() + i * Double.BYTES));
                }
            }
        }

        Taken end() {
            open();
            if (longs) {
                folded = table.folds();
                table.flush();
                table.release();
            } else {
                write();
            }
            return new Taken(runs.values().stream().<BlockSource>map(Memory::new).toList(), folded);
        }

        private void write() {
            output.start(subgroup);
            sums.forEach((key, sum) -> {
                byte[] value = new byte[sum.length * Double.BYTES];
                for (int i = 0; i < sum.length; i++) {
                    BigEndian.putLong(value, i * Double.BYTES, Double.doubleToRawLongBits(sum[i]));
                }
                output.add(key.array(), key.offset(), key.length(), value, 0, value.length);
            });
            output.end();
        }
    }

    private static final class Memory implements BlockSource {
        private final List<byte[]> blocks;
        private int next;

        Memory(List<byte[]> blocks) {
            this.blocks = blocks;
        }

        @Override
        public boolean next(BlockReader reader) {
            if (next == blocks.size()) {
                return false;
            }
            byte[] block = blocks.get(next++);
            reader.resetUnchecked(block, 0, block.length);
            return true;
        }

        @Override
        public void close() {
            next = blocks.size();
        }
    }
}
