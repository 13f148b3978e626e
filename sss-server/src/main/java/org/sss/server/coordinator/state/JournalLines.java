package org.sss.server.coordinator.state;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Splits a journal into its lines and tells a torn end from damage: what a crash cuts off has a wrong checksum and no line feed, or a
 * page of zeros, and was never acknowledged. A last line that lacks its line feed alone is whole, and may have been acknowledged. Any line
 * with one must be good, the last one too.
 */
final class JournalLines {
    private static final int CRC_CHARS = 8;

    private JournalLines() {
    }

    /**
     * Gives the texts of all whole lines to {@code to}, one after another: no more than one of them is in memory.
     *
     * @return the bytes of these lines
     * @throws SssException {@link ErrorCode#CORRUPT} when a line is damaged
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
            throw damaged(fileName, number); // whole but for another byte in place of the line feed
        }
        return bytes;
    }

    /** One without its line feed. */
    private static final class Line extends ByteArrayOutputStream {
        private static final int TEXT_AT = CRC_CHARS + 1;

        /** Whether the first bytes are a checksum and the text that it is of. */
        boolean isGood(int length) {
            return length >= TEXT_AT && buf[CRC_CHARS] == ' '
                    && Journal.crc(buf, TEXT_AT, length - TEXT_AT).equals(new String(buf, 0, CRC_CHARS, StandardCharsets.ISO_8859_1));
        }

        /**
         * A crash of the machine leaves zeros where a page of the file was not written yet, and may have written the next one. There is no
         * zero in JSON, and a sync writes all that is before it: nothing from here on was synced.
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
                + " file from a backup, or delete that line if you can do without what it says");
    }
}
