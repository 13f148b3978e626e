package org.sss.cli.group;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.cli.terminal.Console;
import org.sss.client.Group;
import org.sss.client.RawTuples;

/** Prints tuples, one per line. One thread at a time. */
final class TuplePrinter {
    private final Console console;
    private final TupleText keys;
    private final TupleText values;
    private final ByteSink line = new ByteSink(256);

    TuplePrinter(Console console, Group group) {
        this.console = console;
        keys = new TupleText(group.keyType());
        values = new TupleText(group.valueType());
    }

    /** Prints {@code key TAB value}, or a JSON object with both. */
    void printTuple(RawTuples tuples) throws IOException {
        if (console.json()) {
            json(
                    keys.json(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength()),
                    values.json(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength()));
            return;
        }
        keys.append(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), line);
        line.writeByte('\t');
        printValue(tuples);
    }

    /** Prints an encoded tuple like {@link #printTuple}. */
    void print(byte[] key, byte[] value) throws IOException {
        if (console.json()) {
            json(keys.json(key, 0, key.length), values.json(value, 0, value.length));
            return;
        }
        keys.append(key, 0, key.length, line);
        line.writeByte('\t');
        value(value, 0, value.length);
    }

    /** Prints the value, or the same JSON object as {@link #printTuple}. */
    void printValue(RawTuples tuples) throws IOException {
        if (console.json()) {
            printTuple(tuples);
            return;
        }
        value(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength());
    }

    private void value(byte[] value, int offset, int length) throws IOException {
        values.append(value, offset, length, line);
        line.writeByte('\n');
        console.out().write(line.array(), 0, line.size());
        line.clear();
    }

    private void json(Object key, Object value) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("key", key);
        object.put("value", value);
        console.json(object);
    }
}
