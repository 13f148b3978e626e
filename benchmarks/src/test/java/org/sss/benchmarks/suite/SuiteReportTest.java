package org.sss.benchmarks.suite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.report.Report;
import org.sss.cli.terminal.Console;

class SuiteReportTest {
    private static final Case TASK = new Case("wordcount", "1 KiB", 1, null, Map.of());

    @TempDir
    Path directory;

    @Test
    void bytesOnTheWireAndOnTheDiskHaveColumnsOfTheirOwn() throws IOException {
        Report<Row> report = report(row("sss", 2, 5, Map.of("disk_bytes", 3072.0)), row("java", 1, 5, Map.of()));
        assertThat(printed(report))
                .contains("WIRE")
                .contains("DISK")
                .contains("2.0 KiB")
                .contains("3.0 KiB")
                .doesNotContain("disk_bytes");
        report.write(directory, Map.of());
        assertThat(directory.resolve("text.csv"))
                .content()
                .contains("import_seconds,seconds_with_import,")
                .contains("peak_rss_bytes,wire_bytes,disk_bytes,")
                .contains(",0.5000,2.5000,")
                .contains(",1024.0000,2048.0000,3072.0000,")
                .contains(",1024.0000,2048.0000,,");
    }

    @Test
    void whatIsUnknownIsBlank() throws IOException {
        Row known = new Row(TASK.onCores(2), "sss", 0.25, 0.5, 1, List.of(run(2, Map.of("calls", 7.0))));
        report(known, row("java", 1, 1, Map.of())).write(directory, Map.of());
        assertThat(Files.readAllLines(directory.resolve("text.csv")))
                .satisfiesExactly(
                        head -> assertThat(head)
                                .contains(",medium,cores,")
                                .contains(",start_seconds,import_seconds,")
                                .endsWith(",calls"),
                        line -> assertThat(line)
                                .startsWith("wordcount,\"1 KiB, 2 cores\",sss,,2,")
                                .contains(",0.2500,0.5000,")
                                .endsWith(",7.0000"),
                        line -> assertThat(line)
                                .startsWith("wordcount,1 KiB,java,,,")
                                .contains(",,0.5000,")
                                .endsWith(","));
    }

    @Test
    void theSpeedUpIsOverTheFewestProcessorsOfTheSameSystem() {
        Row one = new Row(TASK.onCores(1), "sss", 0.25, 1, 0.75, List.of(run(6, Map.of())));
        Row two = new Row(TASK.onCores(2), "sss", 1, 1, List.of(run(4, Map.of())));
        Row other = new Row(TASK.onCores(1), "java", 1, 1, List.of(run(8, Map.of())));
        List<Row> all = List.of(other, two, one);
        assertThat(all).extracting(row -> row.speedUp(all)).containsExactly(1.0, 1.5, 1.0);
        assertThat(one.startShare()).isEqualTo(0.25);
        assertThat(two.startShare()).isNaN();
    }

    @Test
    void rowsOfFewRepetitionsAreNotForQuotes() {
        assertThat(printed(report(row("sss", 2, 5, Map.of()), row("java", 1, 4, Map.of()))))
                .contains("below 5 are not for quotes");
        assertThat(printed(report(row("sss", 2, 5, Map.of()), row("java", 1, 5, Map.of()))))
                .doesNotContain("not for quotes");
    }

    @Test
    void sparkIsComparedWithAllRowsWhereItIsInTheRun() {
        assertThat(printed(report(row("sss", 2, 5, Map.of()), row("java", 1, 5, Map.of()))))
                .contains("/ JAVA")
                .doesNotContain("SPARK");
        String printed = printed(
                report(row("sss", 2, 5, Map.of()), row("java", 1, 5, Map.of()), row("spark-cluster", 7, 5, Map.of())));
        assertThat(printed.lines())
                .anySatisfy(line -> assertThat(line).contains(" sss ").endsWith("2.00     3.50"))
                .anySatisfy(line -> assertThat(line).contains(" spark-cluster ").endsWith("7.00     1.00"));
    }

    @Test
    void theFirstLinesBelowTheTableCompareOtherSystemsWithTheFastestRowOfSss() {
        assertThat(SuiteReport.comparisons(List.of(
                        row("sss-string", 4, 5, Map.of()),
                        row("sss-bytes", 2, 5, Map.of()),
                        row("java", 1, 5, Map.of()),
                        row("spark", 7, 5, Map.of()))))
                .containsExactly(
                        "java takes 0.50 times as long as the fastest row of SSS of the same case",
                        "spark takes 3.50 times as long as the fastest row of SSS of the same case");
        assertThat(SuiteReport.comparisons(List.of(row("java", 1, 5, Map.of()))))
                .isEmpty();
    }

    private static Report<Row> report(Row... rows) {
        return SuiteReport.of("text", "words are counted", List.of(rows), List.of());
    }

    private static Row row(String system, double seconds, int repetitions, Map<String, Double> details) {
        return new Row(TASK, system, 0.5, 1, Collections.nCopies(repetitions, run(seconds, details)));
    }

    private static Measurement run(double seconds, Map<String, Double> details) {
        return new Measurement(seconds, new Usage(1, 1024, 2048), "abc", details);
    }

    private static String printed(Report<Row> report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(out, true, UTF_8), false);
        report.print(console);
        console.flush();
        return out.toString(UTF_8);
    }
}
