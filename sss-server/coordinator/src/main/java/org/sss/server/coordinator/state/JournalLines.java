package org.sss.server.coordinator.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;

/**
 * Splits a journal into its lines and distinguishes a torn end from damage. One thread.
 *
 * <p>A torn end has a wrong checksum and no line feed, or a page of zeros, and was never acknowledged. A last line that
 * lacks only its line feed is complete, and may have been acknowledged. Each line with a line feed must have a correct
 * checksum, also the last one.
 *
 * <p>What was on the disk once has no torn end: the lines of the last rewrite, whose number the first line has ({@link
 * Entry.Format}), and what a later line states to be synced ({@link #mark}). Zeros in there are damage.
 */
final class JournalLines {
    private static final int CRC_CHARS = 8;
    private static final int READ_BYTES = 64 << 10;
    private static final String FORMAT = "{\"entry\":\"format\",";
    private static final int MAX_FORMAT_BYTES = 1_000;
    private static final String MARK = "{\"entry\":\"synced\",\"bytes\":";

    private final String fileName;
    private final InputStream in;
    private final Line line = new Line();
    /** What was read and is not in a line yet: from {@link #at} to {@link #limit}. */
    private final byte[] buffer = new byte[READ_BYTES];

    private int at;
    private int limit;
    private int number = 1;
    /** Bytes of the complete lines. */
    private long bytes;
    /** Lines that were written and synced together, from the first one on; 0 if unknown. */
    private int rewritten;

    private JournalLines(String fileName, InputStream in) {
        this.fileName = fileName;
        this.in = in;
    }

    /**
     * Passes the texts of all complete lines to {@code to}, one after the other, without marks. At most one of them is
     * in memory.
     *
     * @return the bytes of these lines
     * @throws SssException {@link ErrorCode#CORRUPT} if a line is damaged
     */
    static long read(String fileName, InputStream in, Consumer<String> to) throws IOException {
        return new JournalLines(fileName, in).read(to);
    }

    /** Reads the first line of a journal; null if it is another one, or damaged. */
    static Entry.Format format(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            JournalLines lines =
                    new JournalLines(file.toString(), new ByteArrayInputStream(in.readNBytes(MAX_FORMAT_BYTES)));
            boolean isComplete = lines.nextLine() && lines.line.isGood(lines.line.size());
            return isComplete && CoordinatorState.parse(file, lines.line.text()) instanceof Entry.Format format
                    ? format
                    : null;
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot read the journal " + file + ": " + e, e);
        }
    }

    /** A line that states that the file is on the disk up to a position. */
    static String mark(long syncedBytes) {
        return MARK + syncedBytes + "}";
    }

    private long read(Consumer<String> to) throws IOException {
        while (nextLine()) {
            if (!line.isGood(line.size())) {
                checkIsTornEnd();
                return bytes;
            }
            accept(to);
            bytes += line.size() + 1;
            number++;
        }
        if (line.size() > 0 && line.isGood(line.size())) {
            accept(to);
            return bytes + line.size();
        }
        if (line.size() > 0 && (number <= rewritten || line.firstZero() < 0 && line.isGood(line.size() - 1))) {
            throw damaged(); // the latter is complete, with another byte instead of the line feed
        }
        return bytes;
    }

    /** Returns false at the end of the file; the line then lacks its line feed. */
    private boolean nextLine() throws IOException {
        line.reset();
        while (at < limit || fill()) {
            int end = at;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            line.write(buffer, at, end - at);
            at = end + 1;
            if (end < limit) {
                return true;
            }
        }
        return false;
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    private void accept(Consumer<String> to) {
        String text = line.text();
        if (number == 1 && text.startsWith(FORMAT)) {
            rewritten = 1
                    + Json.read(
                                    text.getBytes(StandardCharsets.UTF_8),
                                    Rewritten.class,
                                    "line 1 of the journal " + fileName)
                            .lines();
        }
        if (!text.startsWith(MARK)) {
            to.accept(text);
        }
    }

    private record Rewritten(int lines) {}

    /**
     * A crash of the machine leaves zeros for a page of the file that was not written yet, even if the next page was
     * written. JSON contains no zero, and a sync writes all pages before it: nothing from this page on was synced,
     * unless a later line knows better.
     */
    private void checkIsTornEnd() throws IOException {
        int zero = line.firstZero();
        if (zero < 0) {
            throw damaged();
        }
        SssException zeroed = new SssException(
                ErrorCode.CORRUPT,
                "line " + number + " of the journal " + fileName + " is damaged: it has zeros from byte "
                        + (bytes + zero)
                        + " of the file on, although it had been written; restore the file from a backup. Without one, "
                        + "delete that line: the groups"
                        + " that it names keep their data, and 'sss group orphans' lists them");
        if (number <= rewritten) {
            throw zeroed;
        }
        while (nextLine()) {
            if (line.isGood(line.size()) && line.text().startsWith(MARK) && syncedBytes(line.text()) > bytes + zero) {
                throw zeroed;
            }
        }
    }

    private static long syncedBytes(String mark) {
        try {
            return Long.parseLong(mark.substring(MARK.length(), mark.length() - 1));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** A line without its line feed. */
    private static final class Line extends ByteArrayOutputStream {
        private static final int TEXT_AT = CRC_CHARS + 1;

        /** True if the first {@code length} bytes are a checksum and its text. */
        boolean isGood(int length) {
            return length >= TEXT_AT
                    && buf[CRC_CHARS] == ' '
                    && Journal.crc(buf, TEXT_AT, length - TEXT_AT)
                            .equals(new String(buf, 0, CRC_CHARS, StandardCharsets.ISO_8859_1));
        }

        /** The index of the first zero, or -1. */
        int firstZero() {
            for (int i = 0; i < count; i++) {
                if (buf[i] == 0) {
                    return i;
                }
            }
            return -1;
        }

        String text() {
            return new String(buf, TEXT_AT, count - TEXT_AT, StandardCharsets.UTF_8);
        }
    }

    private SssException damaged() {
        return new SssException(
                ErrorCode.CORRUPT,
                "line " + number + " of the journal " + fileName + " is damaged; restore the"
                        + " file from a backup, or delete that line if you do not need its content");
    }
}
