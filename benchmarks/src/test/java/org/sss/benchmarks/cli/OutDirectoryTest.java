package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Report;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.UsageException;

final class OutDirectoryTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void rejectsADirectoryWhereNoReportCanBeWrittenAtOnce() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() ->
                        OutDirectory.check(call("--out", file.resolve("in/it").toString())))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(file + " is not a directory");
        OutDirectory.check(call("--out", directory.resolve("a/b").toString()));
        assertThat(directory.resolve("a")).doesNotExist();
        OutDirectory.check(call());
    }

    @Test
    void numbersArePrintedAlsoWhenTheDiskHasNoRoomForThem() throws Exception {
        Call call = call("--out", directory.toString());
        IOException full = new IOException("No space left on device");
        Report<String> report = new Report<>(
                "any",
                "",
                List.of("1.234"),
                new Columns<String>().value("SECONDS", "seconds", row -> row),
                null,
                List.of(),
                "verdict");
        assertThatThrownBy(() -> OutDirectory.write(call, Map.of("machine", Map.of()), report, out -> {
                    throw full;
                }))
                .isSameAs(full);
        call.console().out().flush();
        assertThat(printed.toString(UTF_8)).contains("1.234").endsWith("verdict\n");
    }

    private Call call(String... words) throws ParseException {
        Options options = new Options();
        OutDirectory.describe(options);
        return new Call(new DefaultParser().parse(options, words), new Console(printed, System.err, false));
    }
}
