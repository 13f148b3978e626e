package org.sss.benchmarks.stores;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Console;

class MicroRunIT {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void storesTakeTurnsAndWarmUpsDoNotCount() throws Exception {
        List<Row> rows = run(
                plan(List.of(Mode.WRITE, Mode.READ), List.of(8), 1L << 40),
                new FakeStore("a", SECOND, calls),
                new FakeStore("b", 2 * SECOND, calls));
        assertThat(calls)
                .containsExactly(
                        "a write", "a read", "a drop", "b write", "b read", "b drop", "b write", "b read", "b drop",
                        "a write", "a read", "a drop", "a write", "a read", "a drop", "b write", "b read", "b drop");
        assertThat(rows)
                .extracting(row -> row.task().series() + " " + row.system() + " "
                        + row.runs().size())
                .containsExactly("write a 2", "write b 2", "read a 2", "read b 2");
        assertThat(rows.get(0).detail(Meter.TUPLES_PER_SECOND)).isEqualTo(100);
        assertThat(rows.get(2).detail(Meter.MEGABYTES_PER_SECOND)).isEqualTo(100 * 40 / 0.5 / 1e6);
        assertThat(MicroReport.ratio(rows.get(1), rows, "a")).isEqualTo(2);
        assertThat(MicroReport.ratio(rows.get(0), rows, "a")).isNaN();
    }

    @Test
    void aStoreThatIsAProcessOfItsOwnForEachPassIsWarmAtOnce() throws Exception {
        run(
                plan(List.of(Mode.WRITE), List.of(8), 1L << 40, new WarmUp(1, 3)),
                new FakeStore("a", SECOND, calls),
                new FakeStore("b", SECOND, calls).thatNeverWarmsUp());
        assertThat(Collections.frequency(calls, "a write")).isEqualTo(3 + 2);
        assertThat(Collections.frequency(calls, "b write")).isEqualTo(1 + 2);
    }

    @Test
    void laterSizesUseWarmProcesses() throws Exception {
        run(plan(List.of(Mode.WRITE), List.of(8, 16), 1L << 40, new WarmUp(1, 5)), new FakeStore("a", SECOND, calls));
        assertThat(Collections.frequency(calls, "a write")).isEqualTo(5 + 2 + 2 + 2);
    }

    @Test
    void largeValuesMeanFewerRecordsWhenBytesAreLimited() throws Exception {
        List<Row> rows = run(plan(List.of(Mode.WRITE), List.of(8, 968), 50_000), new FakeStore("a", SECOND, calls));
        assertThat(rows)
                .extracting(row -> row.task().parameters().get("records"))
                .containsExactly("100", "50");
        assertThat(calls).doesNotContain("a read");
    }

    @Test
    void leavesOutStoreWithoutTheModesAndReportsIt() throws Exception {
        MicroPlan gets = plan(List.of(Mode.GET, Mode.GETS), List.of(8), 1L << 40);
        assertThat(run(gets, new FakeStore("a", SECOND, calls))).isEmpty();
        assertThat(err.toString(UTF_8)).contains("a is left out, as it does none of: get, gets");
        assertThat(microRun(gets, new FakeStore("a", SECOND, calls)).hasWork()).isFalse();
        assertThat(microRun(plan(List.of(Mode.READ), List.of(8), 1L << 40), new FakeStore("a", SECOND, calls))
                        .hasWork())
                .isTrue();
        assertThat(calls).isEmpty();
    }

    @Test
    void aStoreThatLosesRecordsFailsTheRun() {
        assertFails(new FakeStore("a", SECOND, calls).losing(1), "read with a: 99 records instead of 100");
    }

    @Test
    void aStoreThatChangesBytesFailsTheRun() {
        assertFails(new FakeStore("a", SECOND, calls).changingABit(), "with other bytes");
    }

    private void assertFails(Store store, String message) {
        assertThatThrownBy(() -> run(plan(List.of(Mode.READ), List.of(8), 1L << 40), store))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining(message);
    }

    private List<Row> run(MicroPlan plan, Store... stores) throws Exception {
        MicroRun run = microRun(plan, stores);
        run.run();
        return run.rows();
    }

    private MicroRun microRun(MicroPlan plan, Store... stores) {
        Console console = new Console(new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        return new MicroRun(
                plan,
                Arrays.stream(stores)
                        .<Subject>map(store -> new Meter(store, plan.server().directory()))
                        .toList(),
                new BenchProgress(console));
    }

    private MicroPlan plan(List<Mode> modes, List<Integer> values, long maxBytes) {
        return plan(modes, values, maxBytes, new WarmUp(1, 0));
    }

    private MicroPlan plan(List<Mode> modes, List<Integer> values, long maxBytes, WarmUp warmUp) {
        return new MicroPlan(
                modes,
                new MicroPlan.Data(values, 100, maxBytes, false, 7),
                new MicroPlan.Stores(List.of("sss"), false, List.of(Compression.NONE), List.of(Transfer.PIPELINED)),
                new MicroPlan.Server(false, 1, null, Map.of(), directory),
                warmUp,
                2);
    }
}
