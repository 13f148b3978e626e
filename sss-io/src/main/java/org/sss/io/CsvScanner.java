package org.sss.io;

/**
 * Finds records whose quoted fields may contain newlines. Not thread-safe.
 *
 * <p>FastCSV (used in tests) cannot do this: its records have a line number, but no offset in bytes, which is the key
 * of a record and the end of a range; and it stops at a malformed record, where this one skips to the next.
 */
final class CsvScanner extends RecordScanner {
    private final byte separator;
    private final byte quote;
    /** True within a quoted field. */
    private boolean quoted;
    /** True after a separator or at the start of the record: only there a quotation mark starts a quoted field. */
    private boolean fieldStarts;
    /** True after a quotation mark within a quoted field: if another one follows, it is a doubled one. */
    private boolean closed;

    private long line = 1;
    /** Lines that the record takes. */
    private long lines;

    CsvScanner(ByteWindow window, CsvFormat format) {
        super(window);
        separator = format.separator();
        quote = format.quote();
    }

    @Override
    protected void restart() {
        line += lines;
        lines = 1;
        quoted = false;
        fieldStarts = true;
        closed = false;
    }

    @Override
    protected long line() {
        return line;
    }

    /** After a record: true if the file ends within a quoted field. */
    @Override
    boolean isUnclosed() {
        return quoted;
    }

    @Override
    String whyLong() {
        return quoted
                ? ", or search it for a quotation mark that is never closed, since a quoted field can span" + " lines"
                : "";
    }

    @Override
    protected int findEnd(byte[] array, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = array[i];
            if (quoted) {
                quoted = b != quote;
                closed = !quoted;
                lines += b == '\n' ? 1 : 0;
            } else if (b == '\n') {
                return i;
            } else {
                quoted = b == quote && (fieldStarts || closed);
                fieldStarts = b == separator;
                closed = false;
            }
        }
        return -1;
    }
}
