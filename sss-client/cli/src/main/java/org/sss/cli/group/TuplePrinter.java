package org.sss.cli.group;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.cli.terminal.Console;
import org.sss.client.RawTuples;

/** Prints tuples, one per line. One thread at a time. */
final class TuplePrinter {
    private final Console console;
    private final RawTuples tuples;
    private final TupleText keys;
    private final TupleText values;
    private final ByteSink line = new ByteSink(256);

    TuplePrinter(Console console, RawTuples tuples) {
        this.console = console;
        this.tuples = tuples;
        keys = new TupleText(tuples.group().keyType());
        values = new TupleText(tuples.group().valueType());
    }

    /** Prints {@code key TAB value}, or a JSON object with both. */
    void printTuple() throws IOException {
        if (console.json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("key", keys.json(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength()));
            object.put("value", values.json(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength()));
            console.json(object);
            return;
        }
        keys.append(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), line);
        line.writeByte('\t');
        printValue();
    }

    /** Prints the value, or the same JSON object as {@link #printTuple}. */
    void printValue() throws IOException {
        if (console.json()) {
            printTuple();
            return;
        }
        values.append(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength(), line);
        line.writeByte('\n');
        console.out().write(line.array(), 0, line.size());
        line.clear();
    }
}
