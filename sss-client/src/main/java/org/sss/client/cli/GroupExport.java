package org.sss.client.cli;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.client.SssClient;
import org.sss.client.Transferred;

/** {@code sss group export}. */
final class GroupExport implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.args("GROUP", "FILE");
        Transferred done = new Transferred();
        try (SssClient client = call.connect()) {
            if (args.get(1).equals("-")) {
                client.export(args.get(0), call.console().out(), done);
                return 0;
            }
            client.group(args.get(0));
            try (OutputStream out = Files.newOutputStream(OutputFile.checked(Path.of(args.get(1))))) {
                ProgressView.during(call.console(), "export", List.of(), done, () -> {
                    client.export(args.get(0), out, done);
                    return done;
                });
            }
        }
        report(call.console(), args.get(1), done);
        return 0;
    }

    private static void report(Console console, String file, Transferred done) {
        if (console.json()) {
            console.json(Map.of("file", file, "tuples", done.tuples(), "bytes", done.bytes()));
        } else {
            console.line(file + ": " + done.tuples() + " lines, " + Units.bytes(done.bytes()));
        }
    }
}
