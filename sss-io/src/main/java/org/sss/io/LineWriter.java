package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import org.sss.api.ByteSink;

/** Writes tuples as lines. For one thread. */
final class LineWriter implements RecordFormat.Writer {
    private static final int FLUSH_BYTES = 64 << 10;

    private final TupleLines form;
    private final OutputStream out;
    private final ByteSink lines = new ByteSink(FLUSH_BYTES + 4096);
    private IOException failure;

    LineWriter(TupleLines form, OutputStream out) {
        this.form = form;
        this.out = out;
        form.start(lines);
    }

    @Override
    public void write(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength)
            throws IOException {
        checkNotFailed();
        int before = lines.size();
        boolean whole = false;
        try {
            form.append(key, keyOffset, keyLength, value, valueOffset, valueLength, lines);
            whole = true;
        } finally {
            if (!whole) {
                lines.truncate(before);
            }
        }
        if (lines.size() >= FLUSH_BYTES) {
            finish();
        }
    }

    /** Fails in all calls after a failure, since it is unknown how much was written. */
    private void checkNotFailed() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public void finish() throws IOException {
        checkNotFailed();
        try {
            LargeArrays.write(out, lines.array(), 0, lines.size());
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        lines.clear();
    }
}
