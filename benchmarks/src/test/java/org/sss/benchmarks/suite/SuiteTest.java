package org.sss.benchmarks.suite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.data.InputDirectory;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Usage;
import org.sss.cli.terminal.Console;

class SuiteTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    /** Answers always the same, and takes a second longer each time. */
    private record Fixed(String name, String digest, List<String> calls, boolean warmsUp) implements Engine {
        @Override
        public boolean runs(Workload workload) {
            return !workload.parameter("unknown", "").equals(name);
        }

        @Override
        public EngineSession open(Workload workload) {
            calls.add("open " + name);
            return new EngineSession() {
                private int runs;

                @Override
                public double importSeconds() {
                    return 7;
                }

                @Override
                public boolean warmsUp() {
                    return warmsUp;
                }

                @Override
                public Measurement run() {
                    calls.add("run " + name);
                    return new Measurement(++runs, new Usage(1, 2), digest, Map.of("detail", (double) runs));
                }

                @Override
                public void close() {
                    calls.add("close " + name);
                }
            };
        }
    }

    private final List<String> calls = new ArrayList<>();
    private final Engine one = new Fixed("one", "abc", calls, true);
    private final Engine two = new Fixed("two", "abc", calls, true);
    private final Engine other = new Fixed("other", "abd", calls, true);
    /** By itself it knows nothing. */
    private Engine reference = new Nothing();

    private record Nothing() implements Engine {
        @Override
        public String name() {
            return "java";
        }

        @Override
        public boolean runs(Workload workload) {
            return false;
        }

        @Override
        public EngineSession open(Workload workload) {
            throw new AssertionError("opened for " + workload);
        }
    }

    @Test
    void eachSystemIsWarmedUpThenMeasuredThenStopped() throws Exception {
        List<Row> rows = run(Map.of(), one, two);
        assertThat(calls)
                .containsExactly(
                        "open one",
                        "run one",
                        "run one",
                        "run one",
                        "run one",
                        "close one",
                        "open two",
                        "run two",
                        "run two",
                        "run two",
                        "run two",
                        "close two");
        assertThat(rows).extracting(Row::system).containsExactly("one", "two");
        assertThat(rows.get(0).seconds().min()).isEqualTo(2);
        assertThat(rows.get(0).seconds().median()).isEqualTo(3);
        assertThat(rows.get(0).firstSeconds()).isEqualTo(1);
        assertThat(rows.get(0).details()).isEqualTo(Map.of("detail", 3.0));
        assertThat(rows.get(0).importSeconds()).isEqualTo(7);
    }

    @Test
    void whatLastsLongIsRepeatedThreeTimes() throws Exception {
        // The warm-up ends with the run of 10 s, or with that of 11 s.
        assertThat(rows(new WarmUp(10, 0), 5, one).get(0).runs())
                .extracting(Measurement::seconds)
                .containsExactly(11.0, 12.0, 13.0, 14.0, 15.0);
        assertThat(rows(new WarmUp(11, 0), 5, one).get(0).runs())
                .extracting(Measurement::seconds)
                .containsExactly(12.0, 13.0, 14.0);
    }

    @Test
    void withoutAWarmUpTheFirstRunCounts() throws Exception {
        Row row = rows(new WarmUp(0, 0), 5, one).get(0);
        assertThat(row.runs()).hasSize(5);
        assertThat(row.firstSeconds()).isEqualTo(1);
    }

    @Test
    void systemsThatStartForEachRunAreNotWarmedUp() throws Exception {
        Row row = rows(new WarmUp(2, 5), 3, new Fixed("cold", "abc", calls, false))
                .get(0);
        assertThat(calls).containsExactly("open cold", "run cold", "run cold", "run cold", "close cold");
        assertThat(row.firstSeconds()).isEqualTo(1);
    }

    @Test
    void otherAnswersFailTheRunWithBothNames() {
        assertThatThrownBy(() -> run(Map.of(), one, other))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("no such workload small")
                .hasMessageContaining("abc of one")
                .hasMessageContaining("abd of other");
        assertThat(calls).endsWith("close other");
    }

    @Test
    void rowsBeforeAFailureRemain() {
        Suite suite = suite(Map.of(), one, other);
        assertThatThrownBy(suite::run).isInstanceOf(SssException.class);
        assertThat(suite.rows()).extracting(Row::system).containsExactly("one");
    }

    @Test
    void whereNobodyKnowsTheCaseThereIsNothingToDo() {
        assertThat(suite(Map.of("unknown", "one"), one).hasWork()).isFalse();
        assertThat(suite(Map.of("unknown", "one"), one, two).hasWork()).isTrue();
    }

    @Test
    void whatASystemDoesNotKnowIsLeftOut() throws Exception {
        assertThat(run(Map.of("unknown", "one"), one, two))
                .extracting(Row::system)
                .containsExactly("two");
    }

    /** A system that takes inputs of at most 10 bytes. */
    private record Small(Engine all) implements Engine {
        @Override
        public String name() {
            return "small";
        }

        @Override
        public String limits() {
            return "at most 10 bytes";
        }

        @Override
        public boolean runs(Workload workload) {
            return (workload.input() == null
                            ? Integer.parseInt(workload.parameter(Workload.INPUT_BYTES, "0"))
                            : workload.input().toFile().length())
                    <= 10;
        }

        @Override
        public EngineSession open(Workload workload) throws Exception {
            return all.open(workload);
        }
    }

    @Test
    void leavesOutInputsThatAreTooLargeForASystemAndReportsThem() throws Exception {
        List<Case> sizes = Stream.of(10L, 11L)
                .map(bytes -> new Case("no such workload", bytes + " bytes", 1, zeros(bytes), Map.of()))
                .toList();
        assertThat(ran(suite(sizes, new WarmUp(0, 0), 1, one, new Small(two))))
                .extracting(row -> row.task().size() + " " + row.system())
                .containsExactly("10 bytes one", "10 bytes small", "11 bytes one");
        assertThat(err.toString(UTF_8)).contains("small does not run no such workload 11 bytes (at most 10 bytes)");
    }

    private static Generator zeros(long bytes) {
        return new Generator("zeros-" + bytes, 0, bytes, (out, random) -> out.write(new byte[(int) bytes]));
    }

    @Test
    void whatIsLeftOutOfALineIsNotMeasuredThere() throws Exception {
        strides = Map.of("two", 2);
        List<Case> line = Stream.of("small", "large")
                .map(size -> new Case("no such workload", size, 1, null, Map.of()))
                .toList();
        assertThat(ran(suite(line, new WarmUp(0, 0), 1, one, two)))
                .extracting(row -> row.task().size() + " " + row.system())
                .containsExactly("small one", "large one", "large two");
    }

    @Test
    void thePlainProgramIsAskedForTheAnswerWhereItWasNotMeasured() throws Exception {
        reference = new Fixed("java", "abc", calls, true);
        run(Map.of(), one);
        assertThat(calls).endsWith("open java", "run java", "close java");
        calls.clear();
        run(Map.of(), one, reference);
        assertThat(calls).containsOnlyOnce("open java");
    }

    @Test
    void thePlainProgramIsAskedAlsoForThePointsAtWhichItIsNotMeasured() {
        reference = new Fixed("java", "abd", calls, true);
        strides = Map.of("java", 2);
        List<Case> line = Stream.of("small", "large")
                .map(size -> new Case("no such workload", size, 1, null, Map.of()))
                .toList();
        assertThatThrownBy(suite(line, new WarmUp(0, 0), 1, one, reference)::run)
                .isInstanceOf(SssException.class)
                .hasMessageContaining("no such workload small")
                .hasMessageContaining("abd of java");
    }

    @Test
    void theHeapIsThatOfTheSystemsAndNotOfThePlainProgramBesideThem() throws Exception {
        reference = new OwnHeap(new Fixed("java", "abc", calls, true));
        run(Map.of("heap", "512m"), one);
        assertThat(calls).contains("run java");
    }

    @Test
    void reportsAnAnswerThatThePlainProgramDoesNotCheck() throws Exception {
        run(Map.of(), one);
        assertThat(err.toString(UTF_8)).doesNotContain("no plain program");
        reference = new Small(new Fixed("java", "abc", calls, true));
        suite(List.of(new Case("no such workload", "11 bytes", 1, zeros(11), Map.of())), new WarmUp(0, 0), 1, one)
                .run();
        assertThat(err.toString(UTF_8))
                .contains("no plain program checks the answer to no such workload 11 bytes (at most 10 bytes)");
    }

    @Test
    void sortedRecordsAreThoseOfTheInputAlsoWhereNoPlainProgramSortsThem() throws Exception {
        List<Case> sort = List.of(new Case("sort", "200 bytes", 1, zeros(200), Map.of()));
        String answer = "records=2 crcsum=" + Long.toHexString(2 * crcOfZeros()) + " unordered=";
        suite(sort, new WarmUp(0, 0), 1, new Fixed("right", answer + 0, calls, true))
                .run();
        for (String wrong : List.of(answer + 1, "records=1 crcsum=abc unordered=0")) {
            assertThatThrownBy(suite(sort, new WarmUp(0, 0), 2, new Fixed("wrong", wrong, calls, true))::run)
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining(answer + "0 of the input")
                    .hasMessageContaining(wrong + " of wrong");
        }
    }

    private static long crcOfZeros() {
        CRC32 crc = new CRC32();
        crc.update(new byte[100]);
        return crc.getValue();
    }

    /** Runs nothing in a heap that is that of others. */
    private record OwnHeap(Engine all) implements Engine {
        @Override
        public String name() {
            return all.name();
        }

        @Override
        public boolean runs(Workload workload) {
            return workload.parameter("heap", null) == null;
        }

        @Override
        public EngineSession open(Workload workload) throws Exception {
            return all.open(workload);
        }
    }

    @Test
    void progressReportsTheRemainingTime() throws Exception {
        run(Map.of(), one, two);
        assertThat(err.toString(UTF_8))
                .contains("[  0%] no such workload small, one: start and import")
                .contains("[ 50%, 0 s left] no such workload small, two: start and import")
                .contains("two: repetition 3");
    }

    private Map<String, Integer> strides = Map.of();

    private List<Row> run(Map<String, String> parameters, Engine... engines) throws Exception {
        return ran(suite(parameters, engines));
    }

    private List<Row> rows(WarmUp warmUp, int repetitions, Engine... engines) throws Exception {
        return ran(suite(Map.of(), warmUp, repetitions, engines));
    }

    private static List<Row> ran(Suite suite) throws Exception {
        suite.run();
        return suite.rows();
    }

    private Suite suite(Map<String, String> parameters, Engine... engines) {
        return suite(parameters, new WarmUp(1, 0), 3, engines);
    }

    private Suite suite(Map<String, String> parameters, WarmUp warmUp, int repetitions, Engine... engines) {
        return suite(List.of(new Case("no such workload", "small", 1, null, parameters)), warmUp, repetitions, engines);
    }

    private Suite suite(List<Case> cases, WarmUp warmUp, int repetitions, Engine... engines) {
        List<Contender> contenders = Arrays.stream(engines)
                .map(engine -> new Contender(engine.name(), engine, Map.of()))
                .toList();
        SuitePlan plan = new SuitePlan(
                cases, contenders, warmUp, repetitions, new InputDirectory(directory), directory, strides);
        Console console = new Console(new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        return new Suite(plan, new BenchProgress(console), reference);
    }
}
