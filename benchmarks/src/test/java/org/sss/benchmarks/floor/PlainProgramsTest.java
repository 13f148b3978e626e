package org.sss.benchmarks.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.benchmarks.measure.Workload;

final class PlainProgramsTest {
    @TempDir
    Path directory;

    private final PlainPrograms programs = new PlainPrograms();

    @Test
    void sortIsForWhatFitsIntoAnArray() throws Exception {
        assertThat(programs.has(workload("sort", 0))).isTrue();
        assertThat(programs.has(workload("sort", 2_000_000_000L))).isTrue();
        assertThat(programs.has(workload("sort", 2_200_000_000L))).isFalse();
    }

    @Test
    void aFileThatIsYetToBeMadeIsKnownByItsSize() {
        assertThat(programs.has(new Workload("sort", null, Map.of(Workload.INPUT_BYTES, "2000000000"), directory))).isTrue();
        assertThat(programs.has(new Workload("sort", null, Map.of(Workload.INPUT_BYTES, "2200000000"), directory))).isFalse();
    }

    @Test
    void othersTakeInputsOfAnySize() throws Exception {
        assertThat(programs.has(workload("wordcount", 2_200_000_000L))).isTrue();
        assertThat(programs.has(workload("empty-jobs", 0))).isFalse();
    }

    /** With a file that has no blocks. */
    private Workload workload(String name, long bytes) throws Exception {
        Path input = directory.resolve("input");
        try (RandomAccessFile file = new RandomAccessFile(input.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return new Workload(name, input, Map.of(), directory);
    }
}
