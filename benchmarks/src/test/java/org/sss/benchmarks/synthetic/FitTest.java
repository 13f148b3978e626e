package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.suite.Row;

class FitTest {
    private static final FitCosts COSTS = new FitCosts(
            1,
            new FitCosts.Cost(1e-6, 1e-4),
            new FitCosts.Cost(2e-6, 2e-4),
            new FitCosts.Cost(3e-6, 3e-4),
            new FitCosts.Cost(4e-6, 4e-4),
            50,
            10,
            new MemoryLaw(1000, 2000, 0.5, 500, 1e9));
    private static final SyntheticConf CONF = SyntheticConf.of(Map.of(
            "initialKeyCount",
            "8",
            "initialValueLength",
            "100",
            "mapoutKeyCount",
            "80",
            "mapoutValueLength",
            "50",
            "mapoutUniqueKeyCount",
            "8",
            "reduceoutValueLength",
            "20"));

    @Test
    void secondsAddUpFromBytesAndPairsOfEachPhase() throws Exception {
        Fit fit = Fit.of(CONF, COSTS, 4, 2);
        double map = 800 * 1e-6 + 8 * 1e-4 + 4000 * 2e-6 + 80 * 2e-4;
        double reduce = 4000 * 3e-6 + 80 * 3e-4 + 160 * 4e-6 + 8 * 4e-4;
        assertThat(fit.seconds()).isCloseTo(1 + map + reduce, within(1e-9));
        assertThat(fit.diskBytes()).isEqualTo(50 + 800 + 4000 + 160 + 10 * (8 + 80 + 8));
        assertThat(fit.skew()).isEqualTo(1);
    }

    @Test
    void aJobIsPredictableWhenItTakesSomeTimesAsLongAsStartingOne() {
        assertThat(COSTS.minSeconds()).isEqualTo(3);
        FitCosts quick = new FitCosts(
                0.01,
                new FitCosts.Cost(0, 0),
                new FitCosts.Cost(0, 0),
                new FitCosts.Cost(0, 0),
                new FitCosts.Cost(0, 0),
                0,
                0,
                null);
        assertThat(quick.minSeconds()).isEqualTo(0.25);
    }

    @Test
    void theFullestSubgroupDecidesWhenAllTasksRunAtOnce() throws Exception {
        Fit even = Fit.of(CONF, COSTS, 4, 5);
        Fit uneven = Fit.of(CONF, COSTS, 5, 5);
        assertThat(uneven.skew()).isCloseTo(2 * 5 / 8.0, within(1e-9));
        assertThat(uneven.seconds() - 1).isCloseTo((even.seconds() - 1) * 2 * 5 / 8.0, within(1e-9));
    }

    @Test
    void processorsThatRunSeveralTasksEvenThemOut() {
        double[] loads = {4, 1, 1, 1, 1};
        assertThat(Fit.skew(loads)).isCloseTo(4 * 5 / 8.0, within(1e-9));
        // 4 and 4 for the two processors, where even tasks, of which one runs three, end at 4.8.
        assertThat(Fit.unevenness(loads, 2)).isCloseTo(4 / 4.8, within(1e-9));
        assertThat(Fit.unevenness(loads, 1)).isCloseTo(1, within(1e-9));
        assertThat(Fit.unevenness(loads, 8)).isCloseTo(Fit.skew(loads), within(1e-9));
    }

    @Test
    void aCombinerSendsOnePairForEachKeyAndTask() throws Exception {
        Fit fit = Fit.of(CONF.with(Map.of("combinerEnabled", "true")), COSTS, 4, 2);
        assertThat(fit.diskBytes()).isEqualTo(50 + 800 + 32 * 20 + 160 + 10 * (8 + 32 + 8));
    }

    @Test
    void computationIsSharedByTheTasksThatRunAtOnce() throws Exception {
        Fit fit = Fit.of(CONF.with(Map.of("mapComputeNanos", "1000000000")), COSTS, 4, 2);
        assertThat(fit.seconds() - Fit.of(CONF, COSTS, 4, 2).seconds()).isCloseTo(40, within(1e-6));
    }

    @Test
    void fewHashedKeysAreUneven() {
        SyntheticConf hashed = CONF.with(Map.of("partitionMethod", "hash"));
        assertThat(Fit.skew(Fit.loads(hashed, 16, 16))).isGreaterThan(1.5);
        assertThat(Fit.skew(Fit.loads(hashed, 1 << 16, 16))).isBetween(1.0, 1.05);
    }

    @Test
    void memoryFollowsWhatIsWrittenAndNotTheInput() throws Exception {
        double written = 4000 + 160 + 8 * (80 + 8);
        assertThat(Fit.of(CONF, COSTS, 4, 2).rssBytes()).isCloseTo(2000 * Math.sqrt(written / 1000), within(1e-6));
        SyntheticConf more = CONF.with(Map.of("initialValueLength", "100000"));
        assertThat(Fit.of(more, COSTS, 4, 2).rssBytes())
                .isEqualTo(Fit.of(CONF, COSTS, 4, 2).rssBytes());
    }

    @Test
    void memoryGrowsByThePowerThatTwoRunsShow() {
        MemoryLaw law = MemoryLaw.through(100, 300, 1600, 600, 200, 1e9);
        assertThat(law.exponent()).isCloseTo(0.25, within(1e-9));
        assertThat(law.at(100)).isCloseTo(300, within(1e-6));
        assertThat(law.at(1600 * 16)).isCloseTo(1200, within(1e-6));
        assertThat(law.at(0)).isEqualTo(200);
        assertThat(law.at(1e30)).isEqualTo(1e9);
    }

    @Test
    void memoryIsMeasuredWithTheValuesOfTheJob() {
        SyntheticConf job = CONF.with(
                Map.of("mapoutKeyCount", "4096", "mapoutValueLength", "262144", "reduceoutValueLength", "4194304"));
        assertThat(FitCosts.runs(job, 16 << 20))
                .filteredOn(run -> run.conf().mapoutValueLength() == 262144)
                .extracting(SyntheticPoint::conf)
                .extracting(SyntheticConf::mapoutKeyCount, SyntheticConf::mapoutUniqueKeyCount)
                .containsExactly(tuple(16L, 1L), tuple(64L, 4L));
        assertThat(FitCosts.runs(CONF, 16 << 20))
                .filteredOn(run -> run.conf().mapoutValueLength() == 50)
                .extracting(run -> run.conf().mapoutKeyCount())
                .containsExactly(80L, 80L);
        assertThat(MemoryLaw.through(100, 300, 100, 310, 1, 1e9).at(1e6)).isEqualTo(310);
    }

    /** What a combiner leaves of the others is too little to show what a byte or a pair costs. */
    @Test
    void whatReducesTakeIsMeasuredWithoutACombiner() {
        SyntheticConf job = CONF.with(Map.of("combinerEnabled", "true", "combiningFactor", "0"));
        assertThat(job.foldsInCombiner()).isTrue();
        List<Row> rows = FitCosts.runs(job, 16 << 20).stream()
                .map(run -> {
                    double shuffled = run.conf().foldsInCombiner() ? 1 : 1000;
                    double seconds = run.conf().mapoutBytes() > 1000 ? 3 : 1;
                    return new Row(
                            run.toCase(null),
                            "sss",
                            0,
                            1,
                            List.of(new Measurement(
                                    1,
                                    new Usage(1, 1000),
                                    "",
                                    Map.of(
                                            "map_seconds",
                                            1.0,
                                            "reduce_seconds",
                                            seconds,
                                            "shuffled_bytes",
                                            shuffled,
                                            "shuffled_pairs",
                                            shuffled,
                                            "disk_bytes",
                                            1.0))));
                })
                .toList();
        assertThat(FitCosts.of(rows, 3000).take().ofByte()).isEqualTo(0.002);
        assertThat(FitCosts.of(rows, 3000).take().ofPair()).isEqualTo(0.002);
    }

    @Test
    void memoryGrowsToAHalfMoreThanTheHeapOfTheNodes() {
        List<Row> rows = FitCosts.runs(CONF, 16 << 20).stream()
                .map(run -> new Row(
                        run.toCase(null),
                        "sss",
                        0,
                        1,
                        List.of(new Measurement(
                                1,
                                new Usage(1, 1000),
                                "",
                                Map.of(
                                        "map_seconds",
                                        1.0,
                                        "reduce_seconds",
                                        1.0,
                                        "shuffled_bytes",
                                        1.0,
                                        "shuffled_pairs",
                                        1.0,
                                        "disk_bytes",
                                        1.0)))))
                .toList();
        assertThat(FitCosts.of(rows, 3000).memory().max()).isEqualTo(4500);
    }

    @Test
    void memoryNeverShrinksAndGrowsNoFasterThanTheBytes() {
        assertThat(MemoryLaw.through(100, 300, 200, 290, 1, 1e9).at(1e6)).isEqualTo(290);
        assertThat(MemoryLaw.through(100, 100, 200, 800, 1, 1e9).at(400)).isEqualTo(1600);
    }
}
