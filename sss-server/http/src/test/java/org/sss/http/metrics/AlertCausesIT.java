package org.sss.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;

/** Real causes of alerts: metrics have the values for which the rules fire. */
class AlertCausesIT {
    private static final TupleGroup<Long, Long> GROUP = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    /** The rule fires above ten. */
    private static final int STRANGERS = 11;

    @TempDir
    Path directory;

    @Test
    void lostNodesLostDataAndRefusalsShow() throws IOException {
        try (MeteredCluster cluster = new MeteredCluster(directory, 2)) {
            try (GroupWriter<Long, Long> writer = cluster.client().write(GROUP)) {
                for (long i = 0; i < 100; i++) {
                    writer.append(i, i);
                }
                writer.commit();
            }
            await().until(() -> cluster.metrics(0).value("sss_nodes", "state=\"up\"") == 2);
            assertThat(cluster.metrics(0).value("sss_nodes", "state=\"down\"")).isZero();
            assertThat(cluster.metrics(0).value("sss_groups_incomplete")).isZero();
            refuse(cluster);
            loseNodeAndData(cluster);
        }
    }

    private static void refuse(MeteredCluster cluster) throws IOException {
        assertThat(cluster.metrics(0).value("sss_refused_total")).isZero();
        for (int i = 0; i < STRANGERS; i++) {
            try (Socket socket =
                    new Socket(cluster.server(0).host(), cluster.server(0).port())) {
                socket.getOutputStream()
                        .write("GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readAllBytes();
            }
        }
        await().untilAsserted(() -> assertThat(cluster.metrics(0).value("sss_refused_total", "reason=\"protocol\""))
                .isEqualTo(STRANGERS));
    }

    private static void loseNodeAndData(MeteredCluster cluster) throws IOException {
        cluster.stop(1);
        await().until(() -> cluster.metrics(0).value("sss_nodes", "state=\"down\"") == 1);
        delete(cluster.data(1).resolve("data/groups"));
        cluster.start(1);
        await().untilAsserted(() ->
                assertThat(cluster.metrics(0).value("sss_groups_incomplete")).isEqualTo(1));
        await().until(() -> cluster.metrics(0).value("sss_nodes", "state=\"down\"") == 0);
    }

    private static void delete(Path tree) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(tree)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
