package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.link.ClusterLink;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.server.node.EmbeddedCluster;

/** A workflow gives the same again, value for value, also when its tasks have less memory the other time. */
class SameAgainIT {
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, String> FIRST =
            TupleGroup.of("first", Codecs.LONG, Codecs.STRING).asTemporary();
    private static final TupleGroup<Long, String> MOVED =
            TupleGroup.of("moved", Codecs.LONG, Codecs.STRING).asTemporary();
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);
    /** Cuts what a task emits into several runs. */
    private static final long SMALL_BUFFER_BYTES = 256 << 10;

    private static final long LARGE_BUFFER_BYTES = 8 << 20;

    @TempDir
    Path directory;

    @Test
    void aMapReadsATemporaryGroupInTheSameOrder() {
        List<Map.Entry<Long, Long>> large = run(LARGE_BUFFER_BYTES);
        assertThat(run(SMALL_BUFFER_BYTES)).isEqualTo(large).hasSize(10);
    }

    private List<Map.Entry<Long, Long>> run(long bufferBytes) {
        EmbeddedConfig config = EmbeddedConfig.defaults().withTaskBufferBytes(bufferBytes);
        EmbeddedCluster cluster = EmbeddedCluster.start(2, directory.resolve(Long.toString(bufferBytes)), config);
        try (SssClient client =
                new SssClient(new ClusterLink(cluster.transport(), cluster.coordinator()), true, cluster)) {
            try (GroupWriter<Long, Long> writer = client.write(INPUT)) {
                for (long key = 0; key < 2_000; key++) {
                    writer.append(key, key);
                }
                writer.commit();
            }
            client.run(workflow());
            return new ArrayList<>(client.scan(OUT).toList());
        }
    }

    /** The output shows the order in which the second Map has read the output of the first one. */
    private static Workflow workflow() {
        Workflow workflow = Workflow.named("same");
        workflow.map(INPUT, FIRST, (key, value, out) -> {
            for (long i = 0; i < 40; i++) {
                out.emit((key * 7_919 + i * 104_729) % 5_003, key + " " + i + " " + "x".repeat(60));
            }
        });
        workflow.map(FIRST, MOVED, (key, value, out) -> out.emit(key % 10, value));
        workflow.reduce(MOVED, OUT, (key, values, out) -> {
            long hash = 0;
            for (String value : values) {
                hash = 31 * hash + value.hashCode();
            }
            out.emit(key, hash);
        });
        return workflow;
    }
}
