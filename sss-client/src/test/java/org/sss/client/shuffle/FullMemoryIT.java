package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.JobStatistics.NodeShuffle;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.JobStatistics.Storage;
import org.sss.client.SssClient;

/**
 * Three nodes with memory of their own, some of them full of groups in memory, and a job that node 1 has no room for.
 */
class FullMemoryIT {
    private static final int NODES = 3;
    private static final long MEMORY_BYTES = 8 << 20;
    /** Nearly all that may stay in memory: three quarters. */
    private static final int FILL_TUPLES = 5_900;

    private static final int TUPLE_BYTES = 1_000;

    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);

    @RegisterExtension
    final ContractClusters clusters = new ContractClusters();

    /** Fills the memory of a node, by a group in memory of which it owns all tuples. */
    private static void fill(SssClient client, int node) {
        TupleGroup<Long, Bytes> filled =
                TupleGroup.of("filled-" + node, Codecs.LONG, Codecs.BYTES).inMemory();
        Workflow workflow = Workflow.named("fill");
        workflow.map(INPUT, filled, (key, value, out) -> {
                    if (key < FILL_TUPLES / 100) {
                        byte[] bytes = new byte[TUPLE_BYTES];
                        SplittableRandom random = new SplittableRandom(key);
                        for (long i = 0; i < 100; i++) {
                            random.nextBytes(bytes);
                            out.emit(key * 100 + i, Bytes.of(bytes));
                        }
                    }
                })
                .partitionBy((key, value, subgroupCount) -> node);
        client.run(workflow);
    }

    private static ShuffleReport run(SssClient client) {
        Workflow workflow = RelocationContract.skewed(Shuffle.AUTO, "1MiB", 7);
        RelocationContract.reduce(workflow);
        return client.run(workflow).jobs().get(0).statistics().shuffle();
    }

    private static List<Storage> storage(ShuffleReport report) {
        return report.nodes().stream().map(NodeShuffle::storage).toList();
    }

    private SssClient start() {
        SssClient client = clusters.startWithOwnMemory(NODES, MEMORY_BYTES);
        RelocationContract.writeInput(client);
        return client;
    }

    @Test
    void aNodeWithoutFreeMemoryGetsNoTuplesOfOthers() {
        try (SssClient client = start()) {
            fill(client, 0);
            ShuffleReport report = run(client);
            assertThat(storage(report).get(0).limitBytes()).isLessThan(500 << 10);
            assertThat(storage(report).get(2).limitBytes()).isEqualTo(1 << 20);
            assertThat(storage(report).get(1).relocatedBytes()).isGreaterThan(600_000);
            assertThat(storage(report).get(1).overflowBytes()).isZero();
            assertThat(report.nodes().get(1).links())
                    .as("node 1 sends to node 2 alone")
                    .isEqualTo(1);
            assertThat(report.nodes().get(2).links())
                    .as("node 2 sends to node 1 alone")
                    .isEqualTo(1);
        }
    }

    @Test
    void ifAllNodesAreFullTuplesStayAtTheirOwner() {
        try (SssClient client = start()) {
            IntStream.range(0, NODES).forEach(node -> fill(client, node));
            ShuffleReport report = run(client);
            assertThat(report.chosen()).isEqualTo("dsa-sms");
            assertThat(storage(report)).extracting(Storage::relocatedBytes).containsOnly(0L);
            assertThat(storage(report).get(1).overflowBytes()).isGreaterThan(1_000_000);
        }
    }
}
