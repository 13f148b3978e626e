package org.sss.benchmarks.engines.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunnerWorkTest {
    @ParameterizedTest
    @CsvSource({"2g, 2048", "512m, 512", "1048576k, 1024", "1073741824, 1024", "3G, 3072"})
    void aHeapIsCountedInMebibytes(String heap, int mebibytes) {
        assertThat(new RunnerWork("wordcount", null, Path.of("."), Map.of("heap", heap)).heapMebibytes()).isEqualTo(mebibytes);
    }
}
