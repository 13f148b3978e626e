package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cluster of three processes with two copies of each group, one of which loses its disk. */
class LostNodeIT extends ClusterFixture {
    private static final String WHOLE = "all groups have all of their copies";

    private int exports;

    @Override
    Path clusterDirectory() {
        return directory.resolve("cluster");
    }

    @AfterEach
    void stop() {
        sss("cluster", "stop", "--dir", clusterDirectory().toString());
    }

    private String exported() throws IOException {
        Path file = directory.resolve("out" + ++exports + ".tsv");
        ok("group export lines " + file);
        try (Stream<String> lines = Files.lines(file)) {
            return lines.sorted().collect(Collectors.joining("\n"));
        }
    }

    private void loseDisk(int node) throws IOException {
        NodeDirectory lost = ClusterDirectory.of(clusterDirectory()).nodes().get(node);
        ProcessHandle process = lost.process().orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
        Path data = clusterDirectory().resolve("node-" + node + "/data");
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Files.createDirectory(data);
    }

    private int status() {
        return sss("cluster", "status", "--cluster", address);
    }

    @Test
    void aNodeThatHasLostItsDiskIsFilledByTheOthers() throws IOException {
        startCluster("--set", "replication=2", "--set", "repair.rate=1GiB");
        Path text = directory.resolve("lines.txt");
        Files.write(text, IntStream.range(0, 2000).mapToObj(i -> "line " + i).toList());
        ok("group import lines " + text);
        String before = exported();
        assertThat(ok("cluster status")).contains("COPIES", WHOLE);

        loseDisk(2);
        assertThat(exported()).isEqualTo(before);
        assertThat(sss("cluster", "start", "--dir", clusterDirectory().toString()))
                .as("%s", err)
                .isZero();
        await().until(() -> status() == 1 && out.toString().contains("empty"));
        assertThat(out.toString()).contains("sss node replace 2", "1 group has fewer copies than 2");
        ok("node replace 2");
        await().until(() -> status() == 0);
        assertThat(out.toString()).contains(WHOLE);

        assertThat(exported()).isEqualTo(before);
        stop();
        assertThat(sss("fsck", clusterDirectory().toString()))
                .as("%s %s", out, err)
                .isZero();
        assertThat(segments(2)).isNotEmpty();
    }

    private List<Path> segments(int node) throws IOException {
        try (Stream<Path> files = Files.walk(clusterDirectory().resolve("node-" + node))) {
            return files.filter(file -> file.toString().endsWith(".sss")).toList();
        }
    }
}
