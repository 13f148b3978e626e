package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FitTest {
    private static final FitCosts COSTS = new FitCosts(1, 1e-6, 1e-4, 2e-6, 2e-4, 3e-6, 3e-4, 4e-6, 4e-4, 50, 10, 1000, 2, 1e9);
    private static final SyntheticConf CONF = SyntheticConf.of(Map.of("initialKeyCount", "8", "initialValueLength", "100",
            "mapoutKeyCount", "80", "mapoutValueLength", "50", "mapoutUniqueKeyCount", "8", "reduceoutValueLength", "20"));

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
    void theFullestSubgroupDecides() throws Exception {
        Fit even = Fit.of(CONF, COSTS, 4, 2);
        Fit uneven = Fit.of(CONF, COSTS, 5, 2);
        assertThat(uneven.skew()).isCloseTo(2 * 5 / 8.0, within(1e-9));
        assertThat(uneven.seconds() - 1).isCloseTo((even.seconds() - 1) * 2 * 5 / 8.0, within(1e-9));
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
        assertThat(Fit.skew(hashed, 16, 16)).isGreaterThan(1.5);
        assertThat(Fit.skew(hashed, 1 << 16, 16)).isBetween(1.0, 1.05);
    }

    @Test
    void memoryGrowsUpToItsLimit() {
        assertThat(COSTS.rss(500)).isEqualTo(2000);
        assertThat(COSTS.rss(1e12)).isEqualTo(1e9);
    }
}
