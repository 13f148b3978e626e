package org.sss.io.exec;

import java.nio.charset.StandardCharsets;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.NewlineSearch;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;

/** Parses the output of a process, in chunks of any size, and emits its tuples. For the task's thread. */
final class TupleParser<K, V> {
    private static final int SHOWN_BYTES = 80;
    private static final int LENGTH_BYTES = 4;

    private final ProcessCommand command;
    private final byte separator;
    private final TupleColumn<K> keys;
    private final TupleColumn<V> values;
    /** Start of an incomplete tuple. */
    private final ByteSink rest = new ByteSink(1024);

    private long tupleCount;
    /** True after the end mark of {@link TupleFormat#FRAMED}. */
    private boolean ended;

    TupleParser(ProcessCommand command, Codec<K> keys, Codec<V> values) {
        this.command = command;
        separator = command.separator();
        this.keys = new TupleColumn<>(keys, command.format());
        this.values = new TupleColumn<>(values, command.format());
    }

    void take(byte[] chunk, int length, Emitter<K, V> out) {
        int from = 0;
        if (rest.size() > 0) {
            from = completed(chunk, length);
            if (!command.binary() && rest.array()[rest.size() - 1] != '\n') {
                return; // The line may have a GiB: it is not scanned again for each chunk.
            }
            int used = emitAll(rest.array(), 0, rest.size(), out);
            if (used < rest.size()) {
                return;
            }
            rest.clear();
        }
        int used = emitAll(chunk, from, length, out);
        append(chunk, used, length - used);
    }

    /** Adds to the rest the bytes that complete its tuple, or all bytes. */
    private int completed(byte[] chunk, int length) {
        int end = command.binary() ? 0 : NewlineSearch.find(chunk, 0, length) + 1;
        while (command.binary() && end < length && binaryEnd(rest.array(), 0, rest.size()) < 0) {
            long wanted = wanted();
            int n = (int) Math.min(length - end, wanted);
            append(chunk, end, n);
            end += n;
        }
        if (!command.binary()) {
            end = end == 0 ? length : end;
            append(chunk, 0, end);
        }
        return end;
    }

    private void append(byte[] chunk, int from, int length) {
        if (rest.size() + (long) length > BlockFormat.MAX_VALUE_BYTES + BlockFormat.MAX_KEY_BYTES) {
            throw new SssException(
                    ErrorCode.TOO_LARGE, "command " + command + " wrote a tuple of over 1 GiB; it may have no end");
        }
        rest.write(chunk, from, length);
    }

    /** Emits the whole tuples in {@code bytes[from, to)} and returns their end. */
    private int emitAll(byte[] bytes, int from, int to, Emitter<K, V> out) {
        int at = from;
        for (int end; (end = command.binary() ? binaryEnd(bytes, at, to) : lineEnd(bytes, at, to)) >= 0; at = end) {
            if (isEndMark(bytes, at, to)) {
                ended = true;
            } else if (command.binary()) {
                emitBinary(bytes, at, out);
            } else {
                emitLine(bytes, at, end - 1, out);
            }
        }
        return at;
    }

    private static int lineEnd(byte[] bytes, int from, int to) {
        int newline = NewlineSearch.find(bytes, from, to);
        return newline < 0 ? -1 : newline + 1;
    }

    private void emitLine(byte[] bytes, int from, int to, Emitter<K, V> out) {
        int tab = from;
        while (tab < to && bytes[tab] != separator) {
            tab++;
        }
        tupleCount++;
        K key = column(keys, "key", bytes, from, tab, from, to);
        V value = column(values, "value", bytes, Math.min(tab + 1, to), to, from, to);
        out.emit(key, value);
    }

    private <T> T column(TupleColumn<T> column, String what, byte[] bytes, int from, int to, int lineFrom, int lineTo) {
        try {
            return column.of(bytes, from, to - from);
        } catch (SssException e) {
            throw new SssException(
                    e.code() == ErrorCode.CORRUPT ? ErrorCode.INVALID_ARGUMENT : e.code(),
                    "command " + command
                            + " wrote tuple " + tupleCount + " '" + shown(bytes, lineFrom, lineTo) + "', whose " + what
                            + " is not of type " + column + ": " + e.getMessage(),
                    e);
        }
    }

    /** Returns the end of the tuple that starts at {@code from}, or -1 if it is incomplete. */
    private int binaryEnd(byte[] bytes, int from, int to) {
        if (isEndMark(bytes, from, to)) {
            return from + LENGTH_BYTES;
        }
        long value = fieldEnd(bytes, from, to, BlockFormat.MAX_KEY_BYTES);
        return value < 0 ? -1 : (int) fieldEnd(bytes, (int) value, to, BlockFormat.MAX_VALUE_BYTES);
    }

    private boolean isEndMark(byte[] bytes, int from, int to) {
        return command.format() == TupleFormat.FRAMED
                && to - from >= LENGTH_BYTES
                && BigEndian.getInt(bytes, from) == TupleFormat.END;
    }

    private long fieldEnd(byte[] bytes, int from, int to, long max) {
        if (to - from < LENGTH_BYTES) {
            return -1;
        }
        long end = (long) from + LENGTH_BYTES + length(bytes, from, max);
        return end <= to ? end : -1;
    }

    /** Returns the minimum number of bytes that are missing from the tuple in {@link #rest}. */
    private long wanted() {
        byte[] bytes = rest.array();
        int size = rest.size();
        long keyEnd = size < LENGTH_BYTES ? LENGTH_BYTES : LENGTH_BYTES + length(bytes, 0, BlockFormat.MAX_KEY_BYTES);
        if (size < keyEnd) {
            return keyEnd - size;
        }
        long valueStart = keyEnd + LENGTH_BYTES;
        return size < valueStart
                ? valueStart - size
                : valueStart + length(bytes, (int) keyEnd, BlockFormat.MAX_VALUE_BYTES) - size;
    }

    private int length(byte[] bytes, int at, long max) {
        int length = BigEndian.getInt(bytes, at);
        if (length < 0 || length > max) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "command " + command + " wrote, after " + tupleCount
                            + " tuples, the length " + Integer.toUnsignedLong(length) + ", above the limit of " + max
                            + ""
                            + " bytes; check that it"
                            + " writes the binary format and nothing else to its standard output");
        }
        return length;
    }

    private void emitBinary(byte[] bytes, int from, Emitter<K, V> out) {
        if (ended) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "command " + command + " wrote a tuple after the end of its output");
        }
        int keyLength = length(bytes, from, BlockFormat.MAX_KEY_BYTES);
        int at = from + LENGTH_BYTES + keyLength;
        int valueLength = length(bytes, at, BlockFormat.MAX_VALUE_BYTES);
        int end = at + LENGTH_BYTES + valueLength;
        tupleCount++;
        K key = column(keys, "key", bytes, from + LENGTH_BYTES, at, from, end);
        out.emit(key, column(values, "value", bytes, at + LENGTH_BYTES, end, from, end));
    }

    /** Ends the output; the last line may have no newline. */
    void end(Emitter<K, V> out) {
        if (command.format() == TupleFormat.FRAMED && !ended) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    "command " + command + " has ended with exit code 0, but without the end of its output, after "
                            + tupleCount + " tuples; a function may have ended the process (os._exit), which must"
                            + " read all of its input");
        }
        if (rest.size() == 0) {
            return;
        }
        if (command.binary()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the output of command " + command + " ends in the middle of a tuple," + " after " + tupleCount
                            + " whole ones");
        }
        emitLine(rest.array(), 0, rest.size(), out);
        rest.clear();
    }

    static String shown(byte[] bytes, int from, int to) {
        int shown = Math.min(to - from, SHOWN_BYTES);
        return new String(bytes, from, shown, StandardCharsets.UTF_8) + (shown < to - from ? "..." : "");
    }
}
