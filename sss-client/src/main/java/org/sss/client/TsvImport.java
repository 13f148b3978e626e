package org.sss.client;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.api.TupleGroup;
import org.sss.client.text.LineReader;
import org.sss.client.text.LineSink;
import org.sss.client.text.TextFiles;
import org.sss.client.text.Transferred;
import org.sss.client.text.Utf8Text;

/** Reads {@code key TAB value} lines into a writer. One thread, one use. */
final class TsvImport implements LineSink {
    private final GroupWriter<?, ?> writer;
    private final TextForm keys;
    private final TextForm values;
    private final TextFiles files;
    private final Transferred done;
    private final Consumer<SssException> bad;
    private final Utf8Text utf8 = new Utf8Text();
    private TextFiles.Part part;
    private long lineNumber;

    TsvImport(GroupWriter<?, ?> writer, TupleGroup<?, ?> group, TextFiles files, Transferred done, Consumer<SssException> bad) {
        this.bad = bad;
        this.writer = writer;
        this.files = files;
        this.done = done;
        keys = TextForm.of(group.keys());
        values = TextForm.of(group.values());
    }

    void run() {
        LineReader reader = new LineReader(LineReader.CHUNK_BYTES, new Semaphore(1));
        for (TextFiles.Part next : files.parts()) {
            part = next;
            lineNumber = 0;
            if (part.compressed()) {
                CompressedText.read(part, this);
            } else {
                reader.read(part, 0, part.bytes(), this);
            }
        }
    }

    @Override
    public void line(long position, byte[] bytes, int offset, int length) {
        lineNumber++;
        int tab = indexOfTab(bytes, offset, offset + length);
        if (tab < 0) {
            bad.accept(invalid("has no tab between key and value", null));
            return;
        }
        try {
            writer.appendEncoded(keys.parse(utf8.escaped(bytes, offset, tab - offset)),
                    values.parse(utf8.escaped(bytes, tab + 1, offset + length - tab - 1)));
        } catch (SssException e) {
            if (e.code() != ErrorCode.INVALID_ARGUMENT && e.code() != ErrorCode.TOO_LARGE) {
                throw e;
            }
            SssException invalid = invalid("is not valid: " + e.getMessage(), e);
            if (e.code() == ErrorCode.TOO_LARGE) {
                throw nothing(invalid);
            }
            bad.accept(invalid);
            return;
        }
        done.add(1, length + 1);
    }

    private static int indexOfTab(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\t') {
                return i;
            }
        }
        return -1;
    }

    private SssException invalid(String what, SssException cause) {
        return new SssException(cause == null ? ErrorCode.INVALID_ARGUMENT : cause.code(), "line " + lineNumber + " of file '" + part.file() + "' " + what, cause);
    }

    static SssException nothing(SssException e) {
        return new SssException(e.code(), e.getMessage() + "; nothing was imported", e);
    }
}
