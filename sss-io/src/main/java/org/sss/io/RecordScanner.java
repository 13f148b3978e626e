package org.sss.io;

import java.io.IOException;
import org.sss.api.SssException;

/** Finds the records of a stream in sequence. Not thread-safe. */
abstract class RecordScanner {
    final ByteWindow window;
    private int end;
    private int next;

    RecordScanner(ByteWindow window) {
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
     * Returns the index of the newline that ends the record in {@code array[from, to)}, or -1; the next call continues
     * at {@code to}.
     */
    abstract int findEnd(byte[] array, int from, int to);

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

    /** Called at the start of a new record. */
    void restart() {
    }

    /** Returns the number of the line on which the record starts, from 1; 0 if lines are not counted. */
    long line() {
        return 0;
    }

    final byte[] array() {
        return window.array();
    }

    final int offset() {
        return window.start();
    }

    /** Returns the length without the newline. */
    final int length() {
        return end - window.start();
    }

    final long position() {
        return window.position();
    }

    /** Returns the length without a carriage return before the newline. */
    final int strippedLength() {
        int length = length();
        return length > 0 && array()[offset() + length - 1] == '\r' ? length - 1 : length;
    }

    /** Finds records that are lines. */
    static class Lines extends RecordScanner {
        Lines(ByteWindow window) {
            super(window);
        }

        @Override
        final int findEnd(byte[] array, int from, int to) {
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
        void restart() {
            line++;
        }

        @Override
        long line() {
            return line;
        }
    }
}
