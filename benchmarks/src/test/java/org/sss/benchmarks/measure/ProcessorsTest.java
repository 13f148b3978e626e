package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorsTest {
    @Test
    void doublingEndsWithAll() {
        assertThat(Processors.doubling(1)).containsExactly(1);
        assertThat(Processors.doubling(6)).containsExactly(1, 2, 4, 6);
        assertThat(Processors.doubling(8)).containsExactly(1, 2, 4, 8);
    }

    @Test
    void theFirstAreThoseThatThisProcessMayUse() {
        assertThat(Processors.first(3, "0-7")).isEqualTo("0,1,2");
        assertThat(Processors.first(3, "2-3,8,10-11")).isEqualTo("2,3,8");
    }

    @Test
    void aMachineWithoutTasksetSaysWhatToInstall(@TempDir Path directory) throws Exception {
        String path = "/nowhere:" + directory;
        assertThat(Processors.missing(path))
                .hasValueSatisfying(why -> assertThat(why).contains("util-linux"));
        Files.createFile(directory.resolve("taskset")).toFile().setExecutable(true);
        assertThat(Processors.missing(path)).isEmpty();
    }
}
