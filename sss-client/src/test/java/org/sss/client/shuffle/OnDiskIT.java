package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Shuffle;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

class OnDiskIT extends HeldPartsContract {
    OnDiskIT() {
        super(Shuffle.ON_DISK);
    }

    private static List<String> files(Path directory) {
        try (Stream<Path> files = Files.list(directory.resolve("shared"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void filesEndWithTheirGroup(@TempDir Path directory) {
        try (SssClient client = LocalCluster.start(3, directory)) {
            assertThat(filesWhileReading(client, () -> files(directory))).filteredOn(name -> name.endsWith(".held")).hasSize(3);
            await().untilAsserted(() -> assertThat(files(directory)).isEmpty());
        }
    }

    @Test
    void filesEndWithAFailedJob(@TempDir Path directory) {
        try (SssClient client = LocalCluster.start(3, directory)) {
            failWhileReading(client);
            await().untilAsserted(() -> assertThat(files(directory)).isEmpty());
        }
    }
}
