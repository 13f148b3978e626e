package org.sss.io;

import java.util.Arrays;

/**
 * The fields of one record as places in its bytes, by the rules of RFC 4180: a field that begins with a quotation mark ends
 * at the next one that is not doubled; others end at the separator, and quotation marks are not special in them. One thread.
 */
final class CsvFields {
    private final byte separator;
    private final byte quote;
    private int[] from = new int[16];
    private int[] to = new int[16];
    /** Whether the field has doubled quotation marks. */
    private boolean[] doubled = new boolean[16];
    private int count;
    /** Records up to now: tells views of earlier ones. */
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

    /** No view of the current record is valid any more. */
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

    /** Finds the fields of the record in {@code array[begin, end)}; null, or what is wrong with it. */
    String split(byte[] array, int begin, int end) {
        endRecord();
        count = 0;
        int at = begin;
        while (true) {
            boolean isQuoted = at < end && array[at] == quote;
            int last = isQuoted ? quotedEnd(array, at + 1, end) : plainEnd(array, at, end);
            if (last < 0) {
                return "field " + (count + 1) + " begins with a quotation mark and has none at its end";
            }
            add(isQuoted ? at + 1 : at, last, isQuoted && hasQuote(array, at + 1, last));
            at = isQuoted ? last + 1 : last;
            if (at == end) {
                return null;
            }
            if (array[at] != separator) {
                return "field " + count + " goes on behind its closing quotation mark; double quotation marks within a field";
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

    /** Index of the closing quotation mark, or -1. */
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

    private boolean hasQuote(byte[] array, int begin, int end) {
        for (int i = begin; i < end; i++) {
            if (array[i] == quote) {
                return true;
            }
        }
        return false;
    }

    private void add(int begin, int end, boolean hasDoubled) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
            doubled = Arrays.copyOf(doubled, 2 * count);
        }
        from[count] = begin;
        to[count] = end;
        doubled[count++] = hasDoubled;
    }
}
