package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.UsageException;

final class OutDirectoryTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    private final List<String> measured = new ArrayList<>();
    private final List<String> reports = new ArrayList<>();

    @Test
    void reportsAllOfARun() throws Exception {
        OutDirectory.reportAlsoFailure(() -> measured.addAll(List.of("a", "b")), () -> measured, this::report);

        assertThat(reports).containsExactly("[a, b], null");
    }

    @Test
    void reportsWhatWasMeasuredBeforeAFailure() {
        SssException full = new SssException(ErrorCode.STORAGE, "no room");

        assertThatThrownBy(() -> OutDirectory.reportAlsoFailure(() -> {
            measured.add("a");
            throw full;
        }, () -> measured, this::report)).isSameAs(full);

        assertThat(reports).containsExactly("[a], no room");
    }

    @Test
    void aReportThatCannotBeWrittenIsNotWhyTheRunFailed() {
        IOException noRoom = new IOException("no room for the report");

        assertThatThrownBy(() -> OutDirectory.reportAlsoFailure(() -> {
            measured.add("a");
            throw new IllegalStateException("no room for the job");
        }, () -> measured, (rows, failure) -> {
            throw noRoom;
        })).hasMessage("no room for the job").hasSuppressedException(noRoom);
    }

    @Test
    void aPlaceWhereNoReportCanBeWrittenIsRefusedAtOnce() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> OutDirectory.check(call("--out", file.resolve("in/it").toString()))).isInstanceOf(UsageException.class)
                .hasMessageContaining(file + " is not a directory");
        OutDirectory.check(call("--out", directory.resolve("a/b").toString()));
        assertThat(directory.resolve("a")).doesNotExist();
        OutDirectory.check(call());
    }

    @Test
    void numbersArePrintedAlsoWhenTheDiskHasNoRoomForThem() throws Exception {
        Call call = call("--out", directory.toString());
        IOException full = new IOException("No space left on device");
        assertThatThrownBy(() -> OutDirectory.show(call, Map.of("machine", Map.of()), "files", out -> {
            throw full;
        }, console -> console.line("1.234 s"), Map::of)).isSameAs(full);
        call.console().out().flush();
        assertThat(printed.toString(UTF_8)).isEqualTo("1.234 s\n");
    }

    private Call call(String... words) throws ParseException {
        Options options = new Options();
        OutDirectory.describe(options);
        return new Call(new DefaultParser().parse(options, words), new Console(printed, System.err, false));
    }

    @Test
    void makesNoReportOfNothing() {
        assertThatThrownBy(() -> OutDirectory.reportAlsoFailure(() -> {
            throw new IllegalStateException("at once");
        }, () -> measured, this::report)).hasMessage("at once");

        assertThat(reports).isEmpty();
    }

    @Test
    void addsAFailureToTheHead() {
        assertThat(OutDirectory.with(Map.of("seed", 1), "no room")).isEqualTo(Map.of("seed", 1, "failure", "no room"));
        assertThat(OutDirectory.with(Map.of("seed", 1), null)).isEqualTo(Map.of("seed", 1));
    }

    private void report(List<String> rows, String failure) {
        reports.add(rows + ", " + failure);
    }
}
