package org.sss.cli.group;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.OutputFile;
import org.sss.cli.terminal.ProgressView;
import org.sss.cli.terminal.Units;
import org.sss.client.Group;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.text.WholeFile;
import org.sss.io.OutputFormat;
import org.sss.io.TupleLines;

/**
 * Exports a group as text. Immutable.
 *
 * @param valuesOnly whether keys are omitted
 * @param columns    for CSV: the columns to write, in this order; all if empty
 */
public record Export(String group, OutputFormat format, boolean valuesOnly, List<String> columns) {
    private static final int FLUSH_BYTES = 256 << 10;

    /** All columns, keys and values. */
    public Export(String group, OutputFormat format) {
        this(group, format, false, List.of());
    }

    /** Writes the whole file or nothing, shows the progress, and reports what was written. */
    public void toFile(Path file, SssClient client, Console console) throws Exception {
        Transferred done = new Transferred();
        try (WholeFile whole = WholeFile.create(OutputFile.checked(file))) {
            ExitHook.during(
                    () -> abandon(whole),
                    () -> ProgressView.during(console, "export", List.of(), done, () -> {
                        toFile(whole, client, done);
                        return done;
                    }));
        }
        report(console, file.toString(), done);
    }

    /** The same without any output. */
    public void toFile(Path file, SssClient client, Transferred done) throws IOException {
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
            TupleLines lines = lines(tuples.group());
            ByteSink text = new ByteSink(FLUSH_BYTES + 4096);
            lines.start(text);
            long unreported = 0;
            while (tuples.next()) {
                lines.append(
                        tuples.keyArray(),
                        tuples.keyOffset(),
                        tuples.keyLength(),
                        tuples.valueArray(),
                        tuples.valueOffset(),
                        tuples.valueLength(),
                        text);
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

    /**
     * Returns the formatter of the tuples.
     *
     * @throws org.sss.api.SssException NOT_FOUND for an unknown column
     */
    TupleLines lines(Group info) {
        return format.lines().lines(info.keyType(), info.valueType(), valuesOnly, columns);
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
            console.report(file + ": " + Units.count(done.tuples(), "tuple") + ", " + Units.bytes(done.bytes()));
        }
    }
}
