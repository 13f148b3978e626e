package org.sss.server.coordinator.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Splits a journal into its lines and distinguishes a torn end from damage. A torn end has a wrong checksum and no line feed, or a page of
 * zeros, and was never acknowledged. A last line that lacks only its line feed is complete, and may have been acknowledged. Each line with
 * a line feed must have a correct checksum, also the last one.
 */
final class JournalLines {
    private static final int CRC_CHARS = 8;

    private JournalLines() {
    }

    /**
     * Passes the texts of all complete lines to {@code to}, one after the other. At most one of them is in memory.
     *
     * @return the bytes of these lines
     * @throws SssException {@link ErrorCode#CORRUPT} if a line is damaged
     */
    static long read(String fileName, InputStream in, Consumer<String> to) throws IOException {
        Line line = new Line();
        int number = 1;
        long bytes = 0;
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != '\n') {
                line.write(next);
                continue;
            }
            if (!line.isGood(line.size())) {
                if (line.hasPageThatWasNeverWritten()) {
                    return bytes;
                }
                throw damaged(fileName, number);
            }
            to.accept(line.text());
            bytes += line.size() + 1;
            line.reset();
            number++;
        }
        if (line.size() > 0 && line.isGood(line.size())) {
            to.accept(line.text());
            return bytes + line.size();
        }
        if (line.size() > 0 && !line.hasPageThatWasNeverWritten() && line.isGood(line.size() - 1)) {
            throw damaged(fileName, number); // complete, with another byte instead of the line feed
        }
        return bytes;
    }

    /** A line without its line feed. */
    private static final class Line extends ByteArrayOutputStream {
        private static final int TEXT_AT = CRC_CHARS + 1;

        /** True if the first {@code length} bytes are a checksum and its text. */
        boolean isGood(int length) {
            return length >= TEXT_AT && buf[CRC_CHARS] == ' '
                    && Journal.crc(buf, TEXT_AT, length - TEXT_AT).equals(new String(buf, 0, CRC_CHARS, StandardCharsets.ISO_8859_1));
        }

        /**
         * A crash of the machine leaves zeros for a page of the file that was not written yet, even if the next page was written. JSON
         * contains no zero, and a sync writes all pages before it: nothing from this page on was synced.
         */
        boolean hasPageThatWasNeverWritten() {
            for (int i = 0; i < count; i++) {
                if (buf[i] == 0) {
                    return true;
                }
            }
            return false;
        }

        String text() {
            return new String(buf, TEXT_AT, count - TEXT_AT, StandardCharsets.UTF_8);
        }
    }

    private static SssException damaged(String fileName, int line) {
        return new SssException(ErrorCode.CORRUPT, "line " + line + " of the journal " + fileName + " is damaged; restore the"
                + " file from a backup, or delete that line if you do not need its content");
    }
}
