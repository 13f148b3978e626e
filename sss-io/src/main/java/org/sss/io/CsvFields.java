package org.sss.io;

import java.util.Arrays;

/**
 * The fields of one record as offsets in its bytes, by the rules of RFC 4180: a field that starts with a quotation mark
 * ends at the next one that is not doubled; other fields end at the separator, and quotation marks in them have no
 * special meaning. Not thread-safe.
 */
final class CsvFields {
    private final byte separator;
    private final byte quote;
    private int[] from = new int[16];
    private int[] to = new int[16];
    /** True if the field has doubled quotation marks. */
    private boolean[] doubled = new boolean[16];

    private int count;
    /** Number of records so far; detects views of earlier records. */
    private long records;

    CsvFields(CsvFormat format) {
        separator = format.separator();
        quote = format.quote();
    }

    int count() {
        return count;
    }

    long records() {
        return records;
    }

    /** Invalidates all views of the current record. */
    void endRecord() {
        records++;
    }

    int from(int field) {
        return from[field];
    }

    int length(int field) {
        return to[field] - from[field];
    }

    boolean isDoubled(int field) {
        return doubled[field];
    }

    /** Finds the fields of the record in {@code array[start, end)}. Returns null, or an error message. */
    String split(byte[] array, int start, int end) {
        endRecord();
        count = 0;
        int at = start;
        while (true) {
            boolean isQuoted = at < end && array[at] == quote;
            int last = isQuoted ? quotedEnd(array, at + 1, end) : plainEnd(array, at, end);
            if (last < 0) {
                return "field " + (count + 1) + " starts with a quotation mark and has no closing one";
            }
            add(isQuoted ? at + 1 : at, last, isQuoted && hasQuote(array, at + 1, last));
            at = isQuoted ? last + 1 : last;
            if (at == end) {
                return null;
            }
            if (array[at] != separator) {
                return "field " + count + " has text after its closing quotation mark; double quotation marks within a"
                        + " field";
            }
            at++;
        }
    }

    private int plainEnd(byte[] array, int from, int end) {
        int at = from;
        while (at < end && array[at] != separator) {
            at++;
        }
        return at;
    }

    /** Returns the index of the closing quotation mark, or -1. */
    private int quotedEnd(byte[] array, int from, int end) {
        for (int at = from; at < end; at++) {
            if (array[at] == quote) {
                if (at + 1 == end || array[at + 1] != quote) {
                    return at;
                }
                at++;
            }
        }
        return -1;
    }

    private boolean hasQuote(byte[] array, int start, int end) {
        for (int i = start; i < end; i++) {
            if (array[i] == quote) {
                return true;
            }
        }
        return false;
    }

    private void add(int start, int end, boolean hasDoubled) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            doubled = Arrays.copyOf(doubled, 2 * count);
        }
        from[count] = start;
        to[count] = end;
        doubled[count++] = hasDoubled;
    }
}
