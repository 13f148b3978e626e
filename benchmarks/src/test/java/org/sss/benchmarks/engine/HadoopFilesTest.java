package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HadoopFilesTest {
    private final HadoopFiles files = new HadoopFiles();

    @Test
    void aFileForEachPairIsForFewPairs() {
        assertThat(files.runs(workload("synthetic", 16, 256))).isTrue();
        assertThat(files.runs(workload("synthetic", 256, 16384))).isTrue();
        assertThat(files.runs(workload("synthetic", 257, 16))).isFalse();
        assertThat(files.runs(workload("synthetic", 16, 65536))).isFalse();
        assertThat(files.limits()).contains("256 pairs of input", "16384 of output");
    }

    @Test
    void otherWorkloadsAreNotForIt() {
        assertThat(files.runs(workload("wordcount", 16, 16))).isFalse();
    }

    @Test
    void itIsAskedForByNameAndIsThereWhereHadoopIs() {
        assertThat(Engines.missing("hadoop-files")).isEqualTo(Engines.missing("hadoop"));
        assertThat(files.missing()).isEqualTo(new HadoopRival().missing());
    }

    private static Workload workload(String name, long input, long output) {
        Map<String, String> parameters = new HashMap<>();
        parameters.put("conf.partitionMethod", "average");
        parameters.put("conf.initialKeyCount", Long.toString(input));
        parameters.put("conf.mapoutUniqueKeyCount", Long.toString(output));
        parameters.put("conf.mapoutKeyCount", "1000000");
        return new Workload(name, null, parameters, Path.of("nowhere"));
    }
}
