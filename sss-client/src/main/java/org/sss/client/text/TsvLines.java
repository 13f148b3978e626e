package org.sss.client.text;

import java.io.IOException;
import java.io.OutputStream;
import org.sss.api.ByteSink;
import org.sss.api.TextForm;
import org.sss.client.link.TupleStream;

/** Writes tuples as {@code key TAB value} lines. One thread at a time. */
public final class TsvLines {
    /** Counts what was written. */
    @FunctionalInterface
    public interface Counter {
        void add(long tuples, long bytes);
    }

    private static final int FLUSH_BYTES = 256 << 10;

    private final TextForm keys;
    private final TextForm values;
    private final OutputStream out;
    private final ByteSink lines = new ByteSink(FLUSH_BYTES + 4096);

    public TsvLines(String keyType, String valueType, OutputStream out) {
        keys = TextForm.of(keyType);
        values = TextForm.of(valueType);
        this.out = out;
    }

    public void writeAll(TupleStream tuples, Counter done) throws IOException {
        long unreported = 0;
        while (tuples.next()) {
            keys.append(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), lines);
            lines.writeByte('\t');
            values.append(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength(), lines);
            lines.writeByte('\n');
            unreported++;
            if (lines.size() >= FLUSH_BYTES) {
                flush(unreported, done);
                unreported = 0;
            }
        }
        flush(unreported, done);
        out.flush();
    }

    private void flush(long tuples, Counter done) throws IOException {
        out.write(lines.array(), 0, lines.size());
        done.add(tuples, lines.size());
        lines.clear();
    }
}
