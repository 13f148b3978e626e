package org.sss.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.benchmarks.engine.Workload;

final class PlainProgramsTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"sort", "kmeans", "pagerank"})
    void whatIsHeldInAnArrayHasToFitIntoOne(String name) throws Exception {
        assertThat(PlainPrograms.has(workload(name, 0, "64g"))).isTrue();
        assertThat(PlainPrograms.has(workload(name, 2_000_000_000L, "64g"))).isTrue();
        assertThat(PlainPrograms.has(workload(name, 2_200_000_000L, "64g"))).isFalse();
    }

    @Test
    void whatIsHeldInAnArrayHasToFitIntoTheHeap() throws Exception {
        assertThat(PlainPrograms.has(workload("sort", 1 << 30, "1300m"))).isTrue();
        assertThat(PlainPrograms.has(workload("sort", 1 << 30, "1g"))).isFalse();
        assertThat(PlainPrograms.has(workload("kmeans", 1 << 30, "3g"))).isTrue();
        assertThat(PlainPrograms.has(workload("kmeans", 1 << 30, "2g"))).isFalse();
        assertThat(PlainPrograms.has(workload("pagerank", 1 << 30, "4g"))).isFalse();
    }

    @Test
    void aFileThatIsYetToBeMadeIsKnownByItsSize() {
        assertThat(PlainPrograms.has(new Workload(
                        "sort", null, Map.of(Workload.INPUT_BYTES, "2000000000", "heap", "64g"), directory)))
                .isTrue();
        assertThat(PlainPrograms.has(new Workload(
                        "sort", null, Map.of(Workload.INPUT_BYTES, "2200000000", "heap", "64g"), directory)))
                .isFalse();
    }

    @Test
    void othersTakeInputsOfAnySize() throws Exception {
        for (String name : List.of("wordcount", "bigram", "groupby", "histogram", "regression", "match")) {
            assertThat(PlainPrograms.has(workload(name, 2_200_000_000L, "512m")))
                    .as(name)
                    .isTrue();
        }
        assertThat(PlainPrograms.has(workload("empty-jobs", 0, "512m"))).isFalse();
    }

    /** With a file that has no blocks. */
    private Workload workload(String name, long bytes, String heap) throws Exception {
        Path input = directory.resolve("input");
        try (RandomAccessFile file = new RandomAccessFile(input.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return new Workload(name, input, Map.of("heap", heap), directory);
    }
}
