package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobComparisonTest {
    private static final RealJob JOB = RealJob.read(
            Path.of("src/test/resources/org/sss/benchmarks/synthetic/wordcount-job.json"), Optional.empty());

    @Test
    void whatFunctionsCostIsPerEmittedPairAndNeverNegative() {
        JobComparison compared = new JobComparison(
                JOB,
                JOB.conf(),
                Map.of("map_functions_cpu_seconds", 3e-6, "reduce_functions_cpu_seconds", 1e-6, "emitted_pairs", 100.0),
                Map.of("map_functions_cpu_seconds", 1e-6, "reduce_functions_cpu_seconds", 2e-6));
        assertThat(compared.remarks())
                .anySatisfy(remark -> assertThat(remark).contains("took 20 ns in Map and 0 ns in Reduce"))
                .anySatisfy(remark -> assertThat(remark).contains("partitionMethod is hash"))
                .anySatisfy(remark -> assertThat(remark).contains("mapoutValueLength is 16, the least"));
    }
}
