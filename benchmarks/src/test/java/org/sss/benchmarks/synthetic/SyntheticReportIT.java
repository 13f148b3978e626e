package org.sss.benchmarks.synthetic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.Suite;
import org.sss.benchmarks.suite.SuitePlan;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Console;

class SyntheticReportIT {
    private static final SyntheticConf SHUFFLE = Preset.SHUFFLE.at(16, 1024, 1);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Engine fast = new FakeEngine("fast", true, 1);
    private final Engine slow = new FakeEngine("slow", true, 3);
    private final Engine wrong = new FakeEngine("wrong", false, 1);

    @TempDir
    Path directory;

    @Test
    void aSystemWithAnotherAnswerThanThatOfTheParametersFailsTheRun() {
        assertThatThrownBy(() -> rows(List.of(point("shuffle", 16, SHUFFLE)), wrong))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("the answers to shuffle mapoutKeyCount 16 differ")
                .hasMessageContaining("of the parameters")
                .hasMessageContaining("of wrong");
    }

    @Test
    void rowsBeforeAFailureAreReportedWithIt() throws Exception {
        Suite suite = suite(List.of(point("shuffle", 16, SHUFFLE)), fast, wrong);
        assertThatThrownBy(suite::run).isInstanceOf(SssException.class);
        report(suite.rows()).report().failed("it is so").writeMarkdown(directory, Map.of(), List.of());
        assertThat(directory.resolve("synthetic.md"))
                .content()
                .contains("| fast |", "FAILED, the rows are those that were measured before: it is so")
                .doesNotContain("All answers are");
    }

    @Test
    void comparesSystemsWithTheFirstOneAndPointsWithEachOther() throws Exception {
        List<Row> rows = rows(
                List.of(point("shuffle", 16, SHUFFLE), point("shuffle", 64, Preset.SHUFFLE.at(64, 1024, 1))),
                fast,
                slow);
        assertThat(report(rows).findings())
                .containsExactly(
                        "shuffle, fast: the slowest point takes 1.00 times as long as the fastest (processor time: "
                                + "1.00)",
                        "shuffle, slow: the slowest point takes 1.00 times as long as the fastest (processor time: "
                                + "1.00)",
                        "shuffle: slow takes 3.00 times as long as fast (processor time: 3.00)");
        assertThat(rows.get(0).wireBytes()).isEqualTo(1000);
    }

    @Test
    void reportsHowMuchComputationOverlaps() throws Exception {
        SyntheticConf computing = SHUFFLE.with(Map.of("mapComputeNanos", "100000000"));
        List<Row> rows = rows(
                List.of(
                        point("conf", 16, computing),
                        point("conf-without-computation", 16, computing.withoutComputation())),
                fast);
        assertThat(computing.computeSeconds()).isEqualTo(1.6);
        assertThat(report(rows).findings())
                .singleElement()
                .asString()
                .startsWith("conf, fast: 1.000 s; without computation 1.000 s, the computation alone on")
                .endsWith("overlap");
    }

    @Test
    void theShuffleWithACombinerIsInTheFigureOfTheOtherOne() throws Exception {
        SyntheticConf combining = Preset.SHUFFLE_COMBINER.at(16, 1024, 1);
        List<Row> both = rows(List.of(point("shuffle", 16, SHUFFLE), point("shuffle-combiner", 16, combining)), fast);
        assertThat(both).extracting(report(both)::file).containsOnly("synthetic-shuffle");
        List<Row> alone = rows(List.of(point("shuffle-combiner", 16, combining)), fast);
        assertThat(report(alone).plot(directory)).containsExactly("synthetic-shuffle-combiner");
    }

    @Test
    void aReportHasTableFindingsAndPictures() throws Exception {
        SyntheticReport report = report(rows(List.of(point("shuffle", 16, SHUFFLE)), fast, slow));
        report.report().writeMarkdown(directory, Map.of("machine", Map.of("cpus", 2)), report.plot(directory));
        assertThat(directory.resolve("synthetic.md"))
                .content()
                .contains(
                        "* cpus: 2",
                        "| shuffle | mapoutKeyCount | 16 | 64 B | fast | 5 | 1.000 ",
                        "* shuffle: slow takes 3.00 times",
                        "![synthetic-shuffle](synthetic-shuffle.png)");
    }

    @Test
    void aSystemThatCannotDoAPointIsLeftOutWithANote() throws Exception {
        SyntheticConf local = SHUFFLE.with(Map.of("partitionMethod", "local"));
        assertThat(suite(List.of(point("shuffle", 16, local)), fast).hasWork()).isFalse();
        assertThat(rows(List.of(point("shuffle", 16, local)), fast)).isEmpty();
        assertThat(err.toString(UTF_8)).contains("fast does not run shuffle mapoutKeyCount 16");
    }

    private static SyntheticPoint point(String series, long x, SyntheticConf conf) {
        return new SyntheticPoint(series, "mapoutKeyCount", x, conf);
    }

    private static SyntheticReport report(List<Row> rows) {
        return new SyntheticReport("synthetic", rows);
    }

    private List<Row> rows(List<SyntheticPoint> points, Engine... systems) throws Exception {
        Suite suite = suite(points, systems);
        suite.run();
        return suite.rows();
    }

    private Suite suite(List<SyntheticPoint> points, Engine... systems) {
        Console console = new Console(new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        return new Suite(
                new SuitePlan(
                        points.stream().map(point -> point.toCase(null)).toList(),
                        Arrays.stream(systems)
                                .map(system -> new Contender(system.name(), system, Map.of()))
                                .toList(),
                        new WarmUp(1, 0),
                        5,
                        null,
                        directory,
                        Map.of()),
                new BenchProgress(console));
    }
}
