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
 * Reads the lines that start within a range of one file, in chunks. One thread at a time. A line that is longer than a
 * chunk is measured first and then read into its own array; readers that share {@code longLines} do so one at a time,
 * so that only one such array exists.
 */
public final class LineReader {
    public static final int CHUNK_BYTES = 1 << 20;

    private final byte[] chunk;
    private final Semaphore longLines;

    public LineReader(int chunkBytes, Semaphore longLines) {
        this.chunk = new byte[chunkBytes];
        this.longLines = longLines;
    }

    /** Passes the lines of {@code part} that start in {@code [from, to)}, offsets in that file, to {@code sink}. */
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
            // A line belongs to the range in which it starts, so skip a line that started in the previous range.
            long at = from == 0 ? 0 : lineEnd(from - 1) + 1;
            while (at < to && at < part.bytes()) {
                at = lines(at);
            }
        }

        /** Reads one chunk at {@code at}, the start of a line; returns the start of the next line. */
        private long lines(long at) throws IOException {
            int filled = fill(chunk, at, (int) Math.min(chunk.length, part.bytes() - at));
            boolean last = at + filled == part.bytes();
            int start = 0;
            while (start < filled && at + start < to) {
                int end = NewlineSearch.find(chunk, start, filled);
                if (end < 0 && !last) {
                    break;
                }
                end = end < 0 ? filled : end;
                sink.line(part.start() + at + start, chunk, start, end - start);
                start = end + 1;
            }
            return start > 0 ? at + start : longLine(at);
        }

        private long longLine(long at) throws IOException {
            long end = lineEnd(at);
            if (end - at > BlockFormat.MAX_VALUE_BYTES) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "file '" + part.file() + "' has a line of " + (end - at)
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

        /** Offset of the first newline at or after {@code from}, or the end of the file. */
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
                // Limited per read, as the JDK caches a direct buffer of the size of each thread's largest read.
                buffer.limit(Math.min(wanted, buffer.position() + CHUNK_BYTES));
                if (channel.read(buffer, at + buffer.position()) < 0) {
                    throw shorter(part.file(), at + buffer.position());
                }
                buffer.limit(wanted);
            }
            return wanted;
        }

        private SssException shorter(Path file, long at) {
            return new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "file '" + file + "' ended at byte " + at + ", but had " + part.bytes()
                            + " bytes when the import started; do not change it during the import");
        }
    }
}
