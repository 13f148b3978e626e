package org.sss.benchmarks.synthetic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.benchmarks.suite.EverySecond;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Console;

class SyntheticRunIT {
    private static final SyntheticConf SHUFFLE = Preset.SHUFFLE.at(16, 1024, 1);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Engine fast = new FakeEngine("fast", true, 1);
    private final Engine slow = new FakeEngine("slow", true, 3);
    private final Engine wrong = new FakeEngine("wrong", false, 1);

    @TempDir
    Path directory;

    @Test
    void aSystemWithAnotherAnswerFailsTheRunWithItsName() {
        assertThatThrownBy(() -> run(List.of(point("shuffle", 16, SHUFFLE)), fast, wrong)).isInstanceOf(SssException.class)
                .hasMessageContaining("shuffle, mapoutKeyCount 16, wrong: the answer is")
                .hasMessageContaining("the times of this run mean nothing");
    }

    @Test
    void rowsBeforeAFailureAreReportedWithIt() throws Exception {
        SyntheticRun run = synthetic(List.of(point("shuffle", 16, SHUFFLE)), fast, wrong);
        assertThatThrownBy(run::run).isInstanceOf(SssException.class);
        new SyntheticReport(run.rows(), "it is so").write(ReportDirectory.create(directory), "synthetic", Map.of());
        assertThat(directory.resolve("synthetic.md")).content().contains("| fast |", "FAILED, the rows are those that were measured before: it is so")
                .doesNotContain("All answers are");
    }

    @Test
    void whatNoSystemRunsIsNoWork() {
        assertThat(synthetic(List.of(point("shuffle", 16, SHUFFLE.with(Map.of("partitionMethod", "local")))), fast).hasWork()).isFalse();
        assertThat(synthetic(List.of(point("shuffle", 16, SHUFFLE)), fast).hasWork()).isTrue();
    }

    @Test
    void systemsAreComparedWithTheFirstOneAndPointsWithEachOther() throws Exception {
        List<SyntheticRow> rows = run(List.of(point("shuffle", 16, SHUFFLE),
                point("shuffle", 64, Preset.SHUFFLE.at(64, 1024, 1))), fast, slow);
        assertThat(new SyntheticFindings(rows).lines()).containsExactly(
                "shuffle, fast: the slowest point takes 1.00 times as long as the fastest (processor time: 1.00)",
                "shuffle, slow: the slowest point takes 1.00 times as long as the fastest (processor time: 1.00)",
                "shuffle: slow takes 3.00 times as long as fast (processor time: 3.00)");
        assertThat(rows.get(0).wireBytes().median()).isEqualTo(1000);
    }

    @Test
    void computationThatIsHiddenIsTold() throws Exception {
        SyntheticConf computing = SHUFFLE.with(Map.of("mapComputeNanos", "100000000"));
        List<SyntheticRow> rows = run(List.of(point("conf", 16, computing),
                point("conf-without-computation", 16, computing.withoutComputation())), fast);
        assertThat(computing.computeSeconds()).isEqualTo(1.6);
        assertThat(new SyntheticFindings(rows).lines()).singleElement().asString()
                .startsWith("conf, fast: 1.000 s; without computation 1.000 s, the computation alone on").endsWith("overlap");
    }

    @Test
    void theShuffleWithACombinerIsInTheFigureOfTheOtherOne() throws Exception {
        SyntheticConf combining = Preset.SHUFFLE_COMBINER.at(16, 1024, 1);
        List<SyntheticRow> both = run(List.of(point("shuffle", 16, SHUFFLE), point("shuffle-combiner", 16, combining)), fast);
        assertThat(new SyntheticFigures("synthetic", both).files()).containsExactly("synthetic-shuffle");
        List<SyntheticRow> alone = run(List.of(point("shuffle-combiner", 16, combining)), fast);
        assertThat(new SyntheticFigures("synthetic", alone).files()).containsExactly("synthetic-shuffle-combiner");
    }

    @Test
    void aReportHasTableFindingsAndPictures() throws Exception {
        List<SyntheticRow> rows = run(List.of(point("shuffle", 16, SHUFFLE)), fast, slow);
        new SyntheticReport(rows, null).write(ReportDirectory.create(directory), "synthetic", Map.of("machine", Map.of("cpus", 2)));
        assertThat(directory.resolve("synthetic.md")).content().contains("* cpus: 2", "| shuffle | mapoutKeyCount | 16 | 64 B | fast | 5 | 1.000 ",
                "* shuffle: slow takes 3.00 times", "![synthetic-shuffle](synthetic-shuffle.png)");
    }

    @Test
    void longRunsAreRepeatedThreeTimesAndThatIsTold() throws Exception {
        List<SyntheticRow> rows = run(List.of(point("shuffle", 16, SHUFFLE)), fast, new FakeEngine("very-slow", true, 11));
        assertThat(rows).extracting(row -> row.runs().size()).containsExactly(5, 3);
        assertThat(new SyntheticFindings(rows).lines()).last().asString().startsWith("1 of 2 rows have N below 5");
    }

    @Test
    void aSystemThatCannotDoAPointIsLeftOutAndTold() throws Exception {
        SyntheticConf local = SHUFFLE.with(Map.of("partitionMethod", "local"));
        assertThat(run(List.of(point("shuffle", 16, local)), fast)).isEmpty();
        assertThat(err.toString(UTF_8)).contains("fast does not run shuffle with partitionMethod local");
    }

    @Test
    void progressTellsWhatIsLeft() throws Exception {
        run(List.of(point("shuffle", 16, SHUFFLE)), fast, slow);
        assertThat(err.toString(UTF_8)).contains("[  0%] shuffle, mapoutKeyCount 16, fast: start and input")
                .contains("[ 50%, 0 s left] shuffle, mapoutKeyCount 16, slow: start and input").contains("slow: repetition 5 of 5");
    }

    private static SyntheticPoint point(String series, long x, SyntheticConf conf) {
        return new SyntheticPoint(series, "mapoutKeyCount", x, conf);
    }

    private List<SyntheticRow> run(List<SyntheticPoint> points, Engine... systems) throws Exception {
        return synthetic(points, systems).run();
    }

    private SyntheticRun synthetic(List<SyntheticPoint> points, Engine... systems) {
        Console console = new Console(new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        return new SyntheticRun(new SyntheticPlan(points, List.of(systems), new WarmUp(1, 0), 5, null, directory, EverySecond.NONE), new Progress(console));
    }
}
