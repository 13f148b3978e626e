package org.sss.benchmarks.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.Row;
import org.sss.cli.Main;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.CommandTable;

class SuiteCommandTest extends BenchFixture {
    /** Knows one workload and always gives the same answer to it. */
    private record Fixed(String name, String digest) implements Engine {
        @Override
        public boolean runs(Workload workload) {
            return !digest.isEmpty();
        }

        @Override
        public EngineSession open(Workload workload) {
            return new EngineSession() {
                @Override
                public double importSeconds() {
                    return Double.NaN;
                }

                @Override
                public Measurement run() {
                    return new Measurement(1, new Usage(1, 1), digest, Map.of());
                }

                @Override
                public void close() {}
            };
        }
    }

    private static final class Measured extends SuiteCommand {
        private final Engine[] engines;

        Measured(Engine... engines) {
            super("fixed", "sss", "nothing is computed");
            this.engines = engines;
        }

        @Override
        List<Case> cases(Call call) {
            return List.of(new Case("nothing", "small", 1, null, Map.of()));
        }

        @Override
        List<Contender> contenders(Call call) {
            return Arrays.stream(engines)
                    .map(engine -> new Contender(engine.name(), engine, Map.of()))
                    .toList();
        }

        @Override
        List<String> plot(List<Row> rows, Path directory) {
            return List.of();
        }
    }

    @Test
    void whatWasMeasuredBeforeAnswersDifferedIsReportedWithTheFailure() {
        assertThat(bench(new Measured(new Fixed("one", "abc"), new Fixed("other", "abd"))))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("sss: the answers to nothing small differ");
        assertThat(out.toString(UTF_8))
                .contains("nothing small  one")
                .contains("FAILED, the rows are those that were measured before: the answers to nothing small differ")
                .doesNotContain("All answers");
        assertThat(outDirectory().resolve("fixed.csv"))
                .content()
                .contains("nothing,small,one,")
                .doesNotContain("other");
        assertThat(outDirectory().resolve("fixed.json"))
                .content()
                .contains("\"failure\" : \"the answers to nothing small differ: abc of one, abd of other");
        assertThat(outDirectory().resolve("fixed.md"))
                .content()
                .contains("FAILED, ")
                .doesNotContain("All answers");
    }

    @Test
    void systemsOfWhichNoneKnowsTheCaseAreWrongUse() {
        assertThat(bench(new Measured(new Fixed("one", "")))).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("sss: none of the systems runs bench fixed")
                .hasLineCount(1);
        assertThat(outDirectory()).doesNotExist();
    }

    private int bench(SuiteCommand command) {
        CommandTable table =
                new CommandTable(List.of(new CommandTable.Entry("bench fixed", "", "nothing", () -> command)));
        String line = "bench fixed --repetitions 1 --warm-ups 0 --dir " + work + " --out " + outDirectory();
        return Main.run(table, line.split(" "), out, new PrintStream(err, true, UTF_8), false);
    }
}
