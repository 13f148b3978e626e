package org.sss.spark.run;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/**
 * The blocks of one subgroup that Spark has fetched, in a file: in memory is where each one is, 24 bytes a block. First
 * written, then read; one thread at a time.
 */
final class ScratchRuns implements AutoCloseable {
    /** The order of values: by source, then as they were emitted. */
    private static final Comparator<Run> VALUE_ORDER =
            Comparator.comparingInt(Run::source).thenComparingInt(Run::sequence);

    private final Path path;
    private final OutputStream out;
    private final FileChannel file;
    private final Map<Run, Blocks> runs = new HashMap<>();
    private long end;

    /** @param input number of the group that it belongs to, among those of the task */
    private record Run(int input, int source, int sequence) {}

    /** Where the blocks of a run are, by their numbers. */
    private static final class Blocks {
        private long[] offsets = new long[4];
        private int[] lengths = new int[4];
        private int count;
        private long bytes;

        void add(int number, long offset, int length) {
            if (number >= offsets.length) {
                int size = Math.max(number + 1, 2 * offsets.length);
                offsets = Arrays.copyOf(offsets, size);
                lengths = Arrays.copyOf(lengths, size);
            }
            offsets[number] = offset;
            lengths[number] = length;
            count++;
            bytes += length;
        }
    }

    /** @param path of a file that is created, and deleted at the end */
    ScratchRuns(Path path) {
        this.path = path;
        try {
            out = new BufferedOutputStream(Files.newOutputStream(path), 1 << 20);
            file = FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            throw failed("creating", e);
        }
    }

    /** Adds a chunk of a group. */
    void add(int input, byte[] chunk) {
        Chunk.Head head = Chunk.head(chunk);
        int length = chunk.length - Chunk.HEAD_BYTES;
        try {
            out.write(chunk, Chunk.HEAD_BYTES, length);
        } catch (IOException e) {
            throw failed("writing", e);
        }
        runs.computeIfAbsent(new Run(input, head.source(), head.sequence()), run -> new Blocks())
                .add(head.number(), end, length);
        end += length;
    }

    /** After the last chunk. */
    void finish() {
        try {
            out.flush();
        } catch (IOException e) {
            throw failed("writing", e);
        }
    }

    /** The runs of a group, in the order of values. */
    List<BlockSource> ordered(int input) {
        List<BlockSource> sources = new ArrayList<>();
        runs.keySet().stream()
                .filter(run -> run.input == input)
                .sorted(VALUE_ORDER)
                .forEach(run -> sources.add(new Source(runs.get(run))));
        return sources;
    }

    /** What a merge of all runs of a group buffers, approximately. */
    long mergeBytes(int input) {
        long bytes = 0;
        for (Map.Entry<Run, Blocks> entry : runs.entrySet()) {
            Blocks run = entry.getValue();
            bytes += entry.getKey().input != input
                    ? 0
                    : Math.min(run.bytes, Math.max(run.bytes / run.count, BlockFormat.COMPRESSED_TARGET_BYTES));
        }
        return bytes;
    }

    private SssException failed(String doing, IOException e) {
        return new SssException(
                ErrorCode.STORAGE,
                doing + " scratch file " + path + ": " + e + "; is the disk of spark.local.dir full?",
                e);
    }

    @Override
    public void close() {
        try {
            out.close();
            file.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw failed("deleting", e);
        }
    }

    private final class Source implements BlockSource {
        private final Blocks run;
        private byte[] block = new byte[0];
        private int next;

        Source(Blocks run) {
            this.run = run;
        }

        @Override
        public boolean next(BlockReader reader) {
            if (next == run.count) {
                return false;
            }
            int length = run.lengths[next];
            block = block.length >= length ? block : new byte[length];
            ByteBuffer into = ByteBuffer.wrap(block, 0, length);
            long at = run.offsets[next++];
            try {
                while (into.hasRemaining()) {
                    if (file.read(into, at + into.position()) < 0) {
                        throw new SssException(ErrorCode.CORRUPT, "scratch file " + path + " ends at " + at);
                    }
                }
            } catch (IOException e) {
                throw failed("reading", e);
            }
            reader.reset(block, 0, length);
            return true;
        }

        @Override
        public void close() {
            next = run.count;
        }
    }
}
