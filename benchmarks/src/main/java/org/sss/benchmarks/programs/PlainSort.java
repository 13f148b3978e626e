package org.sss.benchmarks.programs;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.RecordCheck;

/**
 * Sorts records of 100 bytes by their first ten, all in memory: the first two bytes choose one of 65,536 buckets, the
 * next six are sorted as numbers, the last two decide between those that are equal. Stateless.
 */
final class PlainSort implements PlainPrograms.PlainProgram {
    /** The records, four bytes for each of 100 as its place, and some for buckets and buffers. */
    static final double HEAP_PER_INPUT_BYTE = 1.2;

    private static final int RECORD = RecordInputs.RECORD_BYTES;
    private static final int KEY = RecordInputs.KEY_BYTES;
    private static final int BUCKETS = 1 << 16;
    private static final int PLACE_BITS = 16;
    private static final int WRITE_RECORDS = 10_000;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public void run(Workload workload, Path output) throws Exception {
        byte[] data = read(workload.input());
        int count = data.length / RECORD;
        List<int[]> counts = PlainPrograms.onAll(thread -> counts(data, count, thread));
        int[] begins = begins(counts);
        int[] order = new int[count];
        PlainPrograms.onAll(thread -> scatter(data, count, counts.get(thread), order, thread));
        try (FileChannel out = FileChannel.open(output, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            PlainPrograms.onAll(thread -> {
                int from = bucketAt(begins, PlainPrograms.start(thread, count));
                int to = thread + 1 == PlainPrograms.THREADS ? BUCKETS
                        : bucketAt(begins, PlainPrograms.start(thread + 1, count));
                for (int bucket = from; bucket < to; bucket++) {
                    sort(data, order, begins[bucket], begins[bucket + 1]);
                }
                write(data, order, begins[from], begins[to], out);
                return null;
            });
        }
    }

    private static byte[] read(Path file) throws Exception {
        byte[] data = new byte[Math.toIntExact(Files.size(file))];
        PlainPrograms.onAll(thread -> {
            try (FileChannel in = FileChannel.open(file)) {
                int from = PlainPrograms.start(thread, data.length);
                ByteBuffer buffer = ByteBuffer.wrap(data, from, PlainPrograms.start(thread + 1, data.length) - from);
                while (buffer.hasRemaining() && in.read(buffer, buffer.position()) >= 0) {
                    // Some of it has come.
                }
            }
            return null;
        });
        return data;
    }

    private static int bucket(byte[] data, int record) {
        int at = record * RECORD;
        return (data[at] & 0xFF) << 8 | data[at + 1] & 0xFF;
    }

    private static int[] counts(byte[] data, int count, int thread) {
        int[] counts = new int[BUCKETS];
        for (int i = PlainPrograms.start(thread, count); i < PlainPrograms.start(thread + 1, count); i++) {
            counts[bucket(data, i)]++;
        }
        return counts;
    }

    /** Where each bucket starts; makes the counts of each thread the positions of its records. */
    private static int[] begins(List<int[]> counts) {
        int[] begins = new int[BUCKETS + 1];
        int at = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            begins[bucket] = at;
            for (int[] one : counts) {
                int here = one[bucket];
                one[bucket] = at;
                at += here;
            }
        }
        begins[BUCKETS] = at;
        return begins;
    }

    private static Void scatter(byte[] data, int count, int[] next, int[] order, int thread) {
        for (int i = PlainPrograms.start(thread, count); i < PlainPrograms.start(thread + 1, count); i++) {
            order[next[bucket(data, i)]++] = i;
        }
        return null;
    }

    /** The first bucket that starts at {@code place} or later. */
    private static int bucketAt(int[] begins, int place) {
        int bucket = 0;
        while (begins[bucket] < place) {
            bucket++;
        }
        return bucket;
    }

    private static void sort(byte[] data, int[] order, int from, int to) {
        int count = to - from;
        if (count >= 1 << PLACE_BITS) {
            Integer[] boxed = Arrays.stream(order, from, to).boxed().toArray(Integer[]::new);
            Arrays.sort(boxed, (a, b) -> compare(data, a, b));
            for (int i = 0; i < count; i++) {
                order[from + i] = boxed[i];
            }
            return;
        }
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            // Six bytes of the key without a sign, and the place.
            keys[i] = (long) LONG.get(data, order[from + i] * RECORD + 2) & -1L << PLACE_BITS | i;
            keys[i] ^= Long.MIN_VALUE;
        }
        Arrays.sort(keys);
        int[] sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = order[from + (int) (keys[i] & (1 << PLACE_BITS) - 1)];
            for (int j = i; j > 0 && compare(data, sorted[j - 1], sorted[j]) > 0; j--) {
                int swapped = sorted[j];
                sorted[j] = sorted[j - 1];
                sorted[j - 1] = swapped;
            }
        }
        System.arraycopy(sorted, 0, order, from, count);
    }

    private static int compare(byte[] data, int a, int b) {
        return Arrays.compareUnsigned(data, a * RECORD, a * RECORD + KEY, data, b * RECORD, b * RECORD + KEY);
    }

    private static void write(byte[] data, int[] order, int from, int to, FileChannel out) throws IOException {
        byte[] records = new byte[WRITE_RECORDS * RECORD];
        for (int first = from; first < to; first += WRITE_RECORDS) {
            int count = Math.min(WRITE_RECORDS, to - first);
            for (int i = 0; i < count; i++) {
                System.arraycopy(data, order[first + i] * RECORD, records, i * RECORD, RECORD);
            }
            ByteBuffer buffer = ByteBuffer.wrap(records, 0, count * RECORD);
            while (buffer.hasRemaining()) {
                out.write(buffer, (long) first * RECORD + buffer.position());
            }
        }
    }

    static String digest(Path output) throws IOException {
        return new RecordCheck(KEY).digestOf(Files.newInputStream(output), RECORD);
    }
}
