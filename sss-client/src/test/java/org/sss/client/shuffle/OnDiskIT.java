package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.client.Group;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;

class OnDiskIT extends RelocationContract {
    OnDiskIT() {
        super(Shuffle.ON_DISK);
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path directory) {
        return list(directory.resolve("shared")).stream()
                .flatMap(ofCluster -> list(ofCluster).stream())
                .toList();
    }

    @Test
    void filesEndWithTheirGroup(@TempDir Path directory) {
        try (SssClient client = LocalCluster.start(3, directory)) {
            assertThat(filesWhileReading(
                            client,
                            () -> files(directory).stream().map(Path::toString).toList()))
                    .filteredOn(name -> name.endsWith(".held"))
                    .hasSize(3);
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

    /**
     * The file that a node will write for the job whose tasks run now: while they run, the check of the directory is
     * there.
     */
    private static Path relocationFile(Path directory, int node) {
        Path check = files(directory).stream()
                .filter(file -> file.getFileName().toString().startsWith("check-"))
                .findFirst()
                .orElseThrow();
        return check.resolveSibling(check.getFileName().toString().replace("check-", "node-" + node + "-") + ".held");
    }

    @Test
    void aFullDirectoryFailsTheJobAndLeavesNothing(@TempDir Path directory) {
        try (SssClient client = LocalCluster.start(3, directory)) {
            writeInput(client);
            Workflow workflow = skewed(() -> link(relocationFile(directory, 2), Path.of("/dev/full")));
            assertThatThrownBy(() -> client.run(workflow))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining("node 2")
                    .hasMessageContaining(directory.resolve("shared").toString())
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("shuffle.spill.dir must be a directory with free space");
            assertThat(client.groups()).extracting(Group::name).containsExactly("input");
            assertNothingIsLeftAndJobsWork(client, directory);
        }
    }

    private static void link(Path link, Path target) {
        try {
            Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of a node is a pipe that is not read: the node waits in the middle of its file. */
    @Test
    void cancelWhileANodeWritesItsFileLeavesNothing(@TempDir Path directory) throws Exception {
        try (SssClient client = LocalCluster.start(3, directory)) {
            writeInput(client);
            CompletableFuture<Path> pipe = new CompletableFuture<>();
            WorkflowHandle handle = client.submit(skewed(() -> pipe.complete(pipe(relocationFile(directory, 2)))));
            try (InputStream reader = open(pipe.get(20, TimeUnit.SECONDS))) {
                assertThat(reader.read()).isNotNegative();
                handle.cancel();
                assertThatThrownBy(handle::await)
                        .isInstanceOfSatisfying(
                                SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
                assertThat(client.groups()).extracting(Group::name).containsExactly("input");
            }
            assertNothingIsLeftAndJobsWork(client, directory);
        }
    }

    private static Path pipe(Path path) {
        try {
            assertThat(new ProcessBuilder("mkfifo", path.toString())
                            .inheritIO()
                            .start()
                            .waitFor())
                    .isZero();
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until the node writes. */
    private static InputStream open(Path pipe) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return new FileInputStream(pipe.toFile());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(20, TimeUnit.SECONDS);
    }
}
