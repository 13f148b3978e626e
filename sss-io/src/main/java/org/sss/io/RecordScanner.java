package org.sss.io;

import java.io.IOException;
import org.sss.api.SssException;

/** Finds the records of a stream one after another. One thread at a time. */
abstract class RecordScanner {
    final ByteWindow window;
    private int end;
    private int next;

    RecordScanner(ByteWindow window) {
        this.window = window;
    }

    /**
     * Goes to the next record.
     *
     * @return false behind the last one
     * @throws SssException CORRUPT, TOO_LARGE
     */
    final boolean next() throws IOException {
        window.take(next);
        int searched = 0;
        restart();
        while (true) {
            int begin = window.begin();
            int found = findEnd(window.array(), begin + searched, window.filled());
            if (found >= 0) {
                end = found;
                next = found + 1;
                return true;
            }
            searched = window.filled() - begin;
            if (!more()) {
                end = window.filled();
                next = end;
                return searched > 0;
            }
        }
    }

    /**
     * Goes behind the end of a line that was begun before the window. Nothing of it is kept, so it may have any length.
     *
     * @return false when it is the last one
     */
    final boolean skipLine() throws IOException {
        window.take(next);
        int newline;
        while ((newline = NewlineSearch.find(window.array(), window.begin(), window.filled())) < 0) {
            window.take(window.filled());
            if (!window.more()) {
                next = window.begin();
                return false;
            }
        }
        next = newline + 1;
        return true;
    }

    /** Leaves out bytes before the first record. */
    final void skip(int bytes) {
        next += bytes;
    }

    /** Index of the newline that ends the record in {@code array[from, to)}, or -1; the next call goes on at {@code to}. */
    abstract int findEnd(byte[] array, int from, int to);

    private boolean more() throws IOException {
        try {
            return window.more();
        } catch (SssException e) {
            throw new SssException(e.code(), e.getMessage() + whyLong(), e);
        }
    }

    /** What may have made a record so long that it is refused, as the end of a sentence. */
    String whyLong() {
        return "";
    }

    /** Whether the record goes to the end of the file because something in it is never closed: where it was to end nobody knows. */
    boolean isUnclosed() {
        return false;
    }

    /** A new record begins. */
    void restart() {
    }

    final byte[] array() {
        return window.array();
    }

    final int offset() {
        return window.begin();
    }

    /** Without the newline. */
    final int length() {
        return end - window.begin();
    }

    final long position() {
        return window.position();
    }

    /** Without a carriage return before the newline. */
    final int strippedLength() {
        int length = length();
        return length > 0 && array()[offset() + length - 1] == '\r' ? length - 1 : length;
    }

    /** Records are lines. */
    static final class Lines extends RecordScanner {
        Lines(ByteWindow window) {
            super(window);
        }

        @Override
        int findEnd(byte[] array, int from, int to) {
            return NewlineSearch.find(array, from, to);
        }
    }
}
