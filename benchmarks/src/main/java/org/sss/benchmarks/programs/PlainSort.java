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
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.RecordCheck;

/**
 * Sorts records of 100 bytes by their first ten, all in memory: the first bits of a key and the place of its record
 * are sorted as one number; records that are equal in those bits, which are few in random keys, are compared.
 * Stateless.
 */
final class PlainSort implements PlainPrograms.PlainProgram {
    /** The records, sixteen bytes for each of 100 while numbers are sorted, and some for buffers. */
    static final double HEAP_PER_INPUT_BYTE = 1.2;

    private static final int RECORD = RecordInputs.RECORD_BYTES;
    private static final int KEY = RecordInputs.KEY_BYTES;
    /** Enough for the records of the largest array. */
    private static final int PLACE_BITS = 25;

    private static final int WRITE_RECORDS = 10_000;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    @Override
    public void run(Workload workload, Path output) throws Exception {
        byte[] data = read(workload.input());
        long[] order = new long[data.length / RECORD];
        PlainPrograms.onAll(thread -> {
            for (int i = start(thread, order); i < start(thread + 1, order); i++) {
                // Without the sign, as keys have none.
                order[i] = ((long) LONG.get(data, i * RECORD) ^ Long.MIN_VALUE) & -1L << PLACE_BITS | i;
            }
            return null;
        });
        Arrays.parallelSort(order);
        settle(data, order);
        try (FileChannel out = FileChannel.open(
                output, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            PlainPrograms.onAll(thread -> {
                write(data, order, start(thread, order), start(thread + 1, order), out);
                return null;
            });
        }
    }

    private static int start(int thread, long[] order) {
        return PlainPrograms.start(thread, order.length);
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

    /** Orders neighbours whose first bits are the same. */
    private static void settle(byte[] data, long[] order) {
        for (int i = 1; i < order.length; i++) {
            long moved = order[i];
            int to = i;
            for (;
                    to > 0
                            && order[to - 1] >>> PLACE_BITS == moved >>> PLACE_BITS
                            && compare(data, at(order[to - 1]), at(moved)) > 0;
                    to--) {
                order[to] = order[to - 1];
            }
            order[to] = moved;
        }
    }

    /** Where the record starts. */
    private static int at(long numbered) {
        return (int) (numbered & (1 << PLACE_BITS) - 1) * RECORD;
    }

    private static int compare(byte[] data, int a, int b) {
        return Arrays.compareUnsigned(data, a, a + KEY, data, b, b + KEY);
    }

    private static void write(byte[] data, long[] order, int from, int to, FileChannel out) throws IOException {
        byte[] records = new byte[WRITE_RECORDS * RECORD];
        for (int first = from; first < to; first += WRITE_RECORDS) {
            int count = Math.min(WRITE_RECORDS, to - first);
            for (int i = 0; i < count; i++) {
                System.arraycopy(data, at(order[first + i]), records, i * RECORD, RECORD);
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
