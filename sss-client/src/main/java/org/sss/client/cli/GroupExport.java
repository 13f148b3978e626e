package org.sss.client.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ByteSink;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.WholeFile;
import org.sss.io.LineFormat;
import org.sss.io.TupleLines;

/** {@code sss group export}. */
final class GroupExport implements Command {
    private static final int FLUSH_BYTES = 256 << 10;

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(null, "csv", false, "comma-separated values with a line of column names, in place of 'key TAB value'");
        options.addOption(null, "json-lines", false, "a JSON document on each line");
        options.addOption(null, "values-only", false, "values without their keys");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.args("GROUP", "FILE");
        LineFormat format = format(call);
        Transferred done = new Transferred();
        try (SssClient client = call.connect()) {
            if (args.get(1).equals("-") || OutputFile.isStandardOutput(args.get(1))) {
                export(call, client, format, call.console().out(), done);
                return 0;
            }
            client.group(args.get(0));
            try (WholeFile file = WholeFile.create(OutputFile.checked(Path.of(args.get(1))))) {
                ExitHook.during(() -> abandon(file), () -> ProgressView.during(call.console(), "export", List.of(), done, () -> {
                    export(call, client, format, file.out(), done);
                    return done;
                }));
                file.finish();
            }
        }
        report(call.console(), args.get(1), done);
        return 0;
    }

    private static void abandon(WholeFile file) {
        try {
            file.abandon();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LineFormat format(Call call) {
        if (call.has("csv") && call.has("json-lines")) {
            throw new UsageException("--csv and --json-lines exclude each other");
        }
        return call.has("csv") ? LineFormat.CSV : call.has("json-lines") ? LineFormat.JSON_LINES : LineFormat.TEXT;
    }

    private static void export(Call call, SssClient client, LineFormat format, OutputStream out, Transferred done)
            throws IOException {
        try (RawTuples tuples = client.raw(call.words().get(0), null, null, null)) {
            TupleLines lines = format.lines(tuples.group().keyType(), tuples.group().valueType(), call.has("values-only"));
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
