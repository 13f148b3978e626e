package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

class AutoIT extends RelocationContract {
    AutoIT() {
        super(Shuffle.AUTO);
    }

    /** The shuffle of the first job of a workflow whose tuples all go to one subgroup. */
    private static ShuffleReport skewed(SssClient client, String limit) {
        writeInput(client);
        Workflow workflow = skewed(Shuffle.AUTO, limit, 7);
        reduce(workflow);
        return client.run(workflow).jobs().get(0).statistics().shuffle();
    }

    @Test
    void sharesMemoryIfOneNodeWouldExceedIt() {
        try (SssClient client = LocalCluster.start(4)) {
            ShuffleReport report = skewed(client, "1MiB");
            assertThat(report.method()).isEqualTo("auto");
            assertThat(report.chosen()).isEqualTo("dsa-sms");
            assertThat(report.nodes().get(1).storage().relocatedBytes()).isPositive();
        }
    }

    @Test
    void sendsToTheOwnersIfTheyHaveMemory() {
        try (SssClient client = LocalCluster.start(4)) {
            ShuffleReport report = skewed(client, "64MiB");
            assertThat(report.chosen()).isEqualTo("dsa");
            assertThat(report.nodes())
                    .extracting(node -> node.storage().relocatedBytes())
                    .containsOnly(0L);
        }
    }

    @Test
    void sendsNamedGroupsToTheirOwners() {
        TupleGroup<Long, Long> numbers = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> named = TupleGroup.of("named", Codecs.LONG, Codecs.LONG);
        try (SssClient client = LocalCluster.start(2)) {
            writeInput(client);
            Workflow workflow = Workflow.named("named").set(Shuffle.MEMORY_LIMIT, "0B");
            workflow.map(numbers, named, (key, value, out) -> out.emit(key, value))
                    .shuffle(Shuffle.AUTO);
            assertThat(client.run(workflow).jobs().get(0).statistics().shuffle().chosen())
                    .isEqualTo("dsa");
        }
    }
}
