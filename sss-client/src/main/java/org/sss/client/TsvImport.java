package org.sss.client;

import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.api.TupleGroup;
import org.sss.client.text.LineReader;
import org.sss.client.text.LineSink;
import org.sss.client.text.TextFiles;
import org.sss.client.text.Utf8Text;
import org.sss.io.BadRecord;
import org.sss.io.StandardInput;

/** Reads {@code key TAB value} lines into a writer. One thread, one use. */
final class TsvImport implements LineSink {
    private final GroupWriter<?, ?> writer;
    private final TextForm keys;
    private final TextForm values;
    private final TextFiles files;
    private final Transferred done;
    private final Consumer<BadRecord> bad;
    private final Utf8Text utf8 = new Utf8Text();
    private TextFiles.Part part;
    private long lineNumber;
    private long tuples;
    /** The error of the first line that cannot be read; or null. */
    private String firstBad;

    TsvImport(
            GroupWriter<?, ?> writer,
            TupleGroup<?, ?> group,
            TextFiles files,
            Transferred done,
            Consumer<BadRecord> bad) {
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
            if (part.sequential()) {
                SequentialText.read(part, files.asText(), this);
            } else {
                reader.read(part, 0, part.bytes(), this);
            }
        }
        if (tuples == 0 && firstBad != null) {
            throw nothing(new SssException(ErrorCode.INVALID_ARGUMENT, "no line can be read; the first: " + firstBad));
        }
    }

    @Override
    public void line(long position, byte[] bytes, int offset, int length) {
        lineNumber++;
        int tab = indexOfTab(bytes, offset, offset + length);
        if (tab < 0) {
            bad("it has no tab between key and value", new Bytes().set(bytes, offset, length));
            return;
        }
        try {
            writer.appendEncoded(
                    keys.parse(utf8.escaped(bytes, offset, tab - offset)),
                    values.parse(utf8.escaped(bytes, tab + 1, offset + length - tab - 1)));
        } catch (SssException e) {
            if (e.code() == ErrorCode.TOO_LARGE) {
                throw nothing(new SssException(e.code(), place() + ": " + e.getMessage(), e));
            }
            if (e.code() != ErrorCode.INVALID_ARGUMENT) {
                throw e;
            }
            bad(e.getMessage(), new Bytes().set(bytes, offset, length));
            return;
        }
        tuples++;
        done.add(1, length + 1);
    }

    private void bad(String reason, Bytes line) {
        BadRecord record = new BadRecord(part.file().toString(), lineNumber, place(), line, reason);
        firstBad = firstBad == null ? record.error().getMessage() : firstBad;
        bad.accept(record);
    }

    private String place() {
        return (StandardInput.is(part.file()) ? "standard input" : "file '" + part.file() + "'") + ", line "
                + lineNumber;
    }

    private static int indexOfTab(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\t') {
                return i;
            }
        }
        return -1;
    }

    static SssException nothing(SssException e) {
        return new SssException(e.code(), e.getMessage() + "; nothing was imported", e);
    }
}
