package org.sss.io;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.sss.api.SssException;

/**
 * Finds the records of a stream in sequence; each ends with one byte, such as a newline, which is not part of it. Not
 * thread-safe.
 */
public abstract class RecordScanner {
    final ByteWindow window;
    private int end;
    private int next;

    /** @param window from {@link FileSource#scanner} */
    protected RecordScanner(ByteWindow window) {
        this.window = window;
    }

    /**
     * Advances to the next record.
     *
     * @return false after the last one
     * @throws SssException CORRUPT, TOO_LARGE
     */
    final boolean next() throws IOException {
        window.take(next);
        int searched = 0;
        restart();
        while (true) {
            int start = window.start();
            int found = findEnd(window.array(), start + searched, window.filled());
            if (found >= 0) {
                end = found;
                next = found + 1;
                return true;
            }
            searched = window.filled() - start;
            if (!more()) {
                end = window.filled();
                next = end;
                return searched > 0;
            }
        }
    }

    /**
     * Skips the rest of a line that started before the window. The line is not buffered, so its length is not limited.
     *
     * @return false if it is the last line
     */
    final boolean skipLine() throws IOException {
        window.take(next);
        int newline;
        while ((newline = NewlineSearch.find(window.array(), window.start(), window.filled())) < 0) {
            window.take(window.filled());
            if (!window.more()) {
                next = window.start();
                return false;
            }
        }
        next = newline + 1;
        return true;
    }

    /** Skips bytes before the first record. */
    final void skip(int bytes) {
        next += bytes;
    }

    /**
     * Returns the index of the byte that ends the record, or -1 if it does not end in {@code array[from, to)}; the next
     * call continues at {@code to}, maybe in another array. The byte before {@code from} may be returned, too, by a
     * scanner that needs the next one to know whether a record ends. The last record ends with the stream.
     */
    protected abstract int findEnd(byte[] array, int from, int to);

    private boolean more() throws IOException {
        try {
            return window.more();
        } catch (SssException e) {
            throw new SssException(e.code(), e.getMessage() + whyLong(), e);
        }
    }

    /** Returns a possible reason for a record that is too long, as the end of a sentence. */
    String whyLong() {
        return "";
    }

    /**
     * Returns whether the record extends to the end of the file because a quotation mark is never closed, so that its
     * intended end is unknown.
     */
    boolean isUnclosed() {
        return false;
    }

    /** Called at the start of a new record, before {@link #findEnd}. */
    protected void restart() {}

    /** Returns the number of the line on which the record starts, from 1; 0 if lines are not counted. */
    protected long line() {
        return 0;
    }

    /** Returns the bytes of the record, from {@link #offset} on; valid until the next record. */
    public final byte[] array() {
        return window.array();
    }

    /** Returns the index of the record in {@link #array}. */
    public final int offset() {
        return window.start();
    }

    /** Returns the length in bytes, without the byte that ends the record. */
    public final int length() {
        return end - window.start();
    }

    /** Returns the position in the content of the file. */
    final long position() {
        return window.position();
    }

    /** Returns the length in bytes, also without a carriage return before the newline. */
    public final int strippedLength() {
        int length = length();
        return length > 0 && array()[offset() + length - 1] == '\r' ? length - 1 : length;
    }

    /** Returns the record as text in UTF-8, without a carriage return at its end. */
    public final String text() {
        return new String(array(), offset(), strippedLength(), StandardCharsets.UTF_8);
    }

    /** Finds records that are lines. */
    static class Lines extends RecordScanner {
        Lines(ByteWindow window) {
            super(window);
        }

        @Override
        protected final int findEnd(byte[] array, int from, int to) {
            return NewlineSearch.find(array, from, to);
        }
    }

    /** Counts the lines, for error messages. */
    static final class NumberedLines extends Lines {
        private long line;

        NumberedLines(ByteWindow window) {
            super(window);
        }

        @Override
        protected void restart() {
            line++;
        }

        @Override
        protected long line() {
            return line;
        }
    }
}
