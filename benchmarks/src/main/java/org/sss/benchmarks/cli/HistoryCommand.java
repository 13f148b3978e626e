package org.sss.benchmarks.cli;

import java.nio.file.Path;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.report.History;
import org.sss.benchmarks.report.Trend;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;

/** {@code sss bench history}: adds the figures of a run to the history and draws it. */
final class HistoryCommand implements Command {
    private static final String FILE = "docs/benchmarks/history.csv";

    @Override
    public void describe(Options options) {
        Help.option(options, "file", "FILE", "the history (" + FILE + "); history.png is written next to it");
    }

    @Override
    public int run(Call call) throws Exception {
        Path directory = Path.of(call.args("DIR").get(0)).toAbsolutePath();
        Path file = Path.of(call.option("file", FILE)).toAbsolutePath();
        History before = History.read(file);
        History after = before.with(directory);
        after.write(file);
        Trend.write(after, file.getParent(), "history");
        call.console().line(after.figures().size() - before.figures().size() + " figures added to " + file);
        return 0;
    }
}
