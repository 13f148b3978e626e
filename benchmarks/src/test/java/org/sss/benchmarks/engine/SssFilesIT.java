package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SssFilesIT {
    @TempDir
    Path directory;

    @BeforeEach
    void makeFiles() throws IOException {
        write("node-0.properties", 5);
        write("data-0/journal/1", 20);
        write("data-0/data/groups/3/0-1.sst", 100);
        write("data-0/data/groups/3/commit-1", 7);
        write("data-0/data/groups/12/0-1.sst", 1000);
    }

    @Test
    void allFilesCountAndWhatMapsWrote() {
        assertThat(used(0)).isEqualTo(1132);
        assertThat(used(400)).isEqualTo(1532);
    }

    @Test
    void whatIsBeingDeletedDoesNotCountTwice() throws IOException {
        write("data-0/data/groups/5/0-1.sst", 300);
        write("data-0/data/groups/.trash-5-0/0-2.sst", 100);
        assertThat(used(400)).isEqualTo(1532);
    }

    @Test
    void theOneFileStillHasWhatMapsWrote() throws IOException {
        write("data-0/data/tuples.bdb", 5000);
        assertThat(used(400)).isEqualTo(6132);
    }

    @Test
    void filesThatAreElsewhereAreUnknown() {
        assertThat(SssFiles.used(directory.resolve("nowhere"), LongStream.of(3, 12), 400))
                .isZero();
    }

    private long used(long mapoutBytes) {
        return SssFiles.used(directory, LongStream.of(3, 12), mapoutBytes);
    }

    private void write(String name, int bytes) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, new byte[bytes]);
    }
}
