package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.data.TextData;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;

class SuiteAimsTest {
    private static final Case TASK = new Case("sort", "1 KiB", 1, null, Map.of("nodes", "2", "heap", "1g"));
    private final SuiteRow java = row("java", 1, 100);
    private final SuiteRow spark = row("spark", 3, 1000);
    private final SuiteRow fast = row("sss-keyed", 1.25, 500);
    private final SuiteRow slow = row("sss-numbered", 2, 501);

    @Test
    void rowsOfSssAreHeldAgainstPlainJava() {
        assertThat(SuiteAims.besideJava(List.of(fast, slow, java, spark), 1.3)).containsExactly(
                "AIM met: sort 1 KiB, sss-keyed: 1.25 times as long as plain Java, aim at most 1.30",
                "AIM missed: sort 1 KiB, sss-numbered: 2 times as long as plain Java, aim at most 1.30 (0.65 of it)");
        assertThat(SuiteAims.besideJava(List.of(fast, spark), 1.3)).isEmpty();
    }

    @Test
    void rowsOfSssAreHeldAgainstTimeAndMemoryOfSpark() {
        assertThat(SuiteAims.besideSpark(List.of(fast, slow, spark), Map.of("sort", 2.0))).containsExactly(
                "AIM met: sort 1 KiB, sss-keyed: Spark takes 2.40 times as long, aim at least 2",
                "AIM met: sort 1 KiB, sss-keyed: 0.50 of Spark's peak memory, aim at most 0.50",
                "AIM missed: sort 1 KiB, sss-numbered: Spark takes 1.50 times as long, aim at least 2 (0.75 of it)",
                "AIM missed: sort 1 KiB, sss-numbered: 0.50 of Spark's peak memory, aim at most 0.50 (1.00 of it)");
        assertThat(SuiteAims.besideSpark(List.of(fast, spark), Map.of("pagerank", 2.0))).isEmpty();
    }

    @Test
    void aNumberOfARowIsHeldAgainstItsAim() {
        assertThat(SuiteAims.atLeast(List.of(fast, spark), "sort", "jobs_per_s", "%s jobs a second", 1000))
                .containsExactly("AIM missed: sort 1 KiB, sss-keyed: 946.40 jobs a second, aim at least 1000 (0.95 of it)");
        assertThat(SuiteAims.atMost(List.of(fast), "sort", "p50_ms", "%s ms", 1000)).isEmpty();
    }

    @Test
    void theTimeOfSssIsHeldAgainstItsAim() {
        assertThat(SuiteAims.secondsAtMost(List.of(fast, slow, java), "sort", 1.5)).containsExactly(
                "AIM met: sort 1 KiB, sss-keyed: 1.25 s, aim at most 1.50",
                "AIM missed: sort 1 KiB, sss-numbered: 2 s, aim at most 1.50 (0.75 of it)");
        assertThat(SuiteAims.secondsAtMost(List.of(fast), "cold-start", 1)).isEmpty();
    }

    @Test
    void theMemoryOfSssIsHeldAgainstItsAim() {
        SuiteRow large = row("sss-bytes", 1, 1280L << 20);
        assertThat(SuiteAims.mebibytesAtMost(List.of(fast, large, spark), "sort", 1024)).containsExactly(
                "AIM met: sort 1 KiB, sss-keyed: 0 MiB of memory at the peak, aim at most 1024",
                "AIM missed: sort 1 KiB, sss-bytes: 1280 MiB of memory at the peak, aim at most 1024 (0.80 of it)");
        assertThat(SuiteAims.mebibytesAtMost(List.of(large), "groupby", 1024)).isEmpty();
    }

    @Test
    void processorTimeForAByteMayGrowALittle() {
        assertThat(SuiteAims.processorTimeGrowsAtMost(List.of(scaled(1, 2), scaled(4, 5), scaled(16, 2.5)), 1.3)).containsExactly(
                "AIM met: wordcount 16 nodes, sss: 1.25 times the processor time for a byte of 1 nodes, aim at most 1.30");
        assertThat(SuiteAims.processorTimeGrowsAtMost(List.of(scaled(1, 2), scaled(16, 4)), 1.3)).containsExactly(
                "AIM missed: wordcount 16 nodes, sss: 2 times the processor time for a byte of 1 nodes, aim at most 1.30 (0.65 of it)");
        assertThat(SuiteAims.processorTimeGrowsAtMost(List.of(scaled(1, 2)), 1.3)).isEmpty();
    }

    private static SuiteRow scaled(int nodes, double cpuSeconds) {
        Case task = new Case("wordcount", nodes + " nodes", nodes, new TextData(1 << 20), Map.of("nodes", Integer.toString(nodes)));
        return new SuiteRow(task, "sss", Double.NaN, 1, List.of(new Run(1, new Usage(cpuSeconds, 1), "abc", Map.of())));
    }

    @Test
    void whoHasLessToDoIsNotComparedWithOthers() {
        Case task = new Case("empty-jobs", "1000 jobs", 1000, null, Map.of("jobs", "1000"));
        assertThat(task.asDoneBy(new Contender("hadoop-10-jobs", null, Map.of("jobs", "10")))).isNotEqualTo(task);
        assertThat(task.asDoneBy(new Contender("sss-bytes", null, Map.of("api", "bytes")))).isEqualTo(task);
    }

    @Test
    void aimsAreAboutLargeInputs() {
        assertThat(SuiteAims.from(1, List.of(fast))).hasSize(1);
        assertThat(SuiteAims.from(2, List.of(fast))).isEmpty();
    }

    @Test
    void titlesOfPicturesSayHowItWasMeasured() {
        assertThat(SuitePlots.setting(List.of(fast, java))).isEqualTo(", SSS with 2 nodes, heap 1g, medians of 1");
        assertThat(SuitePlots.setting(List.of(fast, grouped("hash")))).isEqualTo(", SSS with 2 nodes, heap 1g, grouping: hash, medians of 1");
        assertThat(SuitePlots.setting(List.of(grouped("sort"), grouped("hash")))).contains("sums: none").doesNotContain("grouping");
    }

    private static SuiteRow grouped(String how) {
        Case task = new Case("match", "1 KiB", 1, null, Map.of("nodes", "2", "heap", "1g", "sums", "none", "grouping", how));
        return new SuiteRow(task, "sss", Double.NaN, 1, List.of(new Run(1, new Usage(1, 1), "abc", Map.of())));
    }

    private static SuiteRow row(String system, double seconds, long memory) {
        return new SuiteRow(TASK, system, Double.NaN, 1, List.of(new Run(seconds, new Usage(1, memory), "abc", Map.of("jobs_per_s", 946.4))));
    }
}
