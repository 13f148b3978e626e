package org.sss.client.text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Semaphore;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.link.Interrupted;
import org.sss.io.NewlineSearch;
import org.sss.net.block.BlockFormat;

/**
 * Reads the lines that begin within a range of one file, in chunks. One thread at a time. A line that is longer than a
 * chunk is measured first and then read into an array of its own; readers that share {@code longLines} take turns at it,
 * so that only one such array is alive.
 */
public final class LineReader {
    public static final int CHUNK_BYTES = 1 << 20;

    private final byte[] chunk;
    private final Semaphore longLines;

    public LineReader(int chunkBytes, Semaphore longLines) {
        this.chunk = new byte[chunkBytes];
        this.longLines = longLines;
    }

    /** Hands over the lines of {@code part} that begin in {@code [from, to)}, positions within that file. */
    public void read(TextFiles.Part part, long from, long to, LineSink sink) {
        try (FileChannel channel = FileChannel.open(part.file(), StandardOpenOption.READ)) {
            new Pass(part, channel, to, sink).run(from);
        } catch (ClosedByInterruptException e) {
            throw Interrupted.during("the import");
        } catch (IOException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "cannot read file '" + part.file() + "': " + e, e);
        }
    }

    private final class Pass {
        private final TextFiles.Part part;
        private final FileChannel channel;
        private final long to;
        private final LineSink sink;

        Pass(TextFiles.Part part, FileChannel channel, long to, LineSink sink) {
            this.part = part;
            this.channel = channel;
            this.to = to;
            this.sink = sink;
        }

        void run(long from) throws IOException {
            // A line belongs to the range in which it begins, so begin behind the line that reaches into this range.
            long at = from == 0 ? 0 : lineEnd(from - 1) + 1;
            while (at < to && at < part.bytes()) {
                at = lines(at);
            }
        }

        /** Reads one chunk from {@code at}, where a line begins, and returns where the next line begins. */
        private long lines(long at) throws IOException {
            int filled = fill(chunk, at, (int) Math.min(chunk.length, part.bytes() - at));
            boolean last = at + filled == part.bytes();
            int begin = 0;
            while (begin < filled && at + begin < to) {
                int end = NewlineSearch.find(chunk, begin, filled);
                if (end < 0 && !last) {
                    break;
                }
                end = end < 0 ? filled : end;
                sink.line(part.start() + at + begin, chunk, begin, end - begin);
                begin = end + 1;
            }
            return begin > 0 ? at + begin : longLine(at);
        }

        private long longLine(long at) throws IOException {
            long end = lineEnd(at);
            if (end - at > BlockFormat.MAX_VALUE_BYTES) {
                throw new SssException(ErrorCode.TOO_LARGE, "file '" + part.file() + "' has a line of " + (end - at)
                        + " bytes at byte " + at + ", above the limit of " + BlockFormat.MAX_VALUE_BYTES
                        + " bytes (1 GiB); split the line");
            }
            longLines.acquireUninterruptibly();
            try {
                byte[] line = new byte[(int) (end - at)];
                fill(line, at, line.length);
                sink.line(part.start() + at, line, 0, line.length);
            } finally {
                longLines.release();
            }
            return end + 1;
        }

        /** Position of the first newline at or behind {@code from}, or the end of the file. */
        private long lineEnd(long from) throws IOException {
            for (long at = from; at < part.bytes(); ) {
                int filled = fill(chunk, at, (int) Math.min(chunk.length, part.bytes() - at));
                int found = NewlineSearch.find(chunk, 0, filled);
                if (found >= 0) {
                    return at + found;
                }
                at += filled;
            }
            return part.bytes();
        }

        private int fill(byte[] target, long at, int wanted) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(target, 0, wanted);
            while (buffer.hasRemaining()) {
                // Large arrays in steps: the JDK keeps a direct buffer as large as the largest read of each thread.
                buffer.limit(Math.min(wanted, buffer.position() + CHUNK_BYTES));
                if (channel.read(buffer, at + buffer.position()) < 0) {
                    throw shorter(part.file(), at + buffer.position());
                }
                buffer.limit(wanted);
            }
            return wanted;
        }

        private SssException shorter(Path file, long at) {
            return new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' ended at byte " + at + ", it had "
                    + part.bytes() + " bytes when the import began; import it while nobody writes to it");
        }
    }
}
