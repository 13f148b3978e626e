package org.sss.io;

/**
 * Finds records whose quoted fields may contain newlines. One thread at a time.
 *
 * <p>FastCSV (used in tests) cannot do this: its records have a line number, but no offset in bytes, which is the key
 * of a record and the end of a range; and it stops at a malformed record, where this one skips to the next.
 */
final class CsvScanner extends RecordScanner {
    private final byte separator;
    private final byte quote;
    /** Within a quoted field. */
    private boolean quoted;
    /** Behind a separator or at the begin of the record: only there a quotation mark begins a quoted field. */
    private boolean fieldBegins;
    /** Behind a quotation mark within a quoted field: the next one makes it a doubled one. */
    private boolean closed;

    CsvScanner(ByteWindow window, CsvFormat format) {
        super(window);
        separator = format.separator();
        quote = format.quote();
    }

    @Override
    void restart() {
        quoted = false;
        fieldBegins = true;
        closed = false;
    }

    /** Behind a record: a newline ends none within a quoted field. */
    @Override
    boolean isUnclosed() {
        return quoted;
    }

    @Override
    String whyLong() {
        return quoted ? ", or look for a quotation mark in it that is never closed: fields go on over lines until theirs is" : "";
    }

    @Override
    int findEnd(byte[] array, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = array[i];
            if (quoted) {
                quoted = b != quote;
                closed = !quoted;
            } else if (b == '\n') {
                return i;
            } else {
                quoted = b == quote && (fieldBegins || closed);
                fieldBegins = b == separator;
                closed = false;
            }
        }
        return -1;
    }
}
