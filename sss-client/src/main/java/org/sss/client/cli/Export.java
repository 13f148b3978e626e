package org.sss.client.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.WholeFile;
import org.sss.io.OutputFormat;
import org.sss.io.TupleLines;

/**
 * A group that is written as text. Immutable.
 *
 * @param valuesOnly whether keys are left out
 */
record Export(String group, OutputFormat format, boolean valuesOnly) {
    private static final int FLUSH_BYTES = 256 << 10;

    /** Writes a file as a whole or not at all, shows the progress, and reports what was written. */
    void toFile(Path file, SssClient client, Console console) throws Exception {
        Transferred done = new Transferred();
        try (WholeFile whole = WholeFile.create(OutputFile.checked(file))) {
            ExitHook.during(() -> abandon(whole), () -> ProgressView.during(console, "export", List.of(), done, () -> {
                toFile(whole, client, done);
                return done;
            }));
        }
        report(console, file.toString(), done);
    }

    /** The same without a word. */
    void toFile(Path file, SssClient client, Transferred done) throws IOException {
        try (WholeFile whole = WholeFile.create(file)) {
            toFile(whole, client, done);
        }
    }

    private void toFile(WholeFile file, SssClient client, Transferred done) throws IOException {
        try (OutputStream out = format.compressing(file.out())) {
            to(out, client, done);
        }
        file.finish();
    }

    private static void abandon(WholeFile file) {
        try {
            file.abandon();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void to(OutputStream out, SssClient client, Transferred done) throws IOException {
        try (RawTuples tuples = client.raw(group, null, null, null)) {
            TupleLines lines = format.lines().lines(tuples.group().keyType(), tuples.group().valueType(), valuesOnly);
            ByteSink text = new ByteSink(FLUSH_BYTES + 4096);
            lines.begin(text);
            long unreported = 0;
            while (tuples.next()) {
                lines.append(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), tuples.valueArray(), tuples.valueOffset(),
                        tuples.valueLength(), text);
                unreported++;
                if (text.size() >= FLUSH_BYTES) {
                    flush(text, out, unreported, done);
                    unreported = 0;
                }
            }
            flush(text, out, unreported, done);
            out.flush();
        }
    }

    private static void flush(ByteSink text, OutputStream out, long tuples, Transferred done) throws IOException {
        out.write(text.array(), 0, text.size());
        done.add(tuples, text.size());
        text.clear();
    }

    private static void report(Console console, String file, Transferred done) {
        if (console.json()) {
            console.json(Map.of("file", file, "tuples", done.tuples(), "bytes", done.bytes()));
        } else {
            console.line(file + ": " + Units.count(done.tuples(), "tuple") + ", " + Units.bytes(done.bytes()));
        }
    }
}
