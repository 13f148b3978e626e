package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

class PairwiseIT extends ShuffleContract {
    PairwiseIT() {
        super(Shuffle.PAIRWISE);
    }

    /** A map whose output is reduced, then a reduce whose output nobody reads. */
    private static Workflow sums(String name) {
        TupleGroup<Long, Long> in = TupleGroup.of("in", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> between = TupleGroup.of(name + "-between", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> sums = TupleGroup.of(name, Codecs.LONG, Codecs.LONG);
        Workflow workflow = Workflow.named(name);
        workflow.map(in, between.asTemporary(), (key, value, out) -> out.emit(key % 3, value));
        workflow.reduce(between.asTemporary(), sums, (key, values, out) -> {
            long sum = 0;
            for (long value : values) {
                sum += value;
            }
            out.emit(key, sum);
        });
        return workflow.set(Shuffle.PARAMETER, "pairwise");
    }

    private static List<String> methods(WorkflowReport report) {
        return report.jobs().stream()
                .map(job -> job.statistics().shuffle().method())
                .toList();
    }

    @Test
    void whatNoJobReadsIsNotExchangedOnceMore() {
        try (SssClient client = clusters.start(2)) {
            try (GroupWriter<Long, Long> writer = client.write(TupleGroup.of("in", Codecs.LONG, Codecs.LONG))) {
                for (long key : List.of(1L, 2L, 4L)) {
                    writer.append(key, key);
                }
                writer.commit();
            }
            WorkflowReport report = client.run(sums("ends"));
            assertThat(methods(report)).containsExactly("pairwise", "direct");
            assertThat(report.jobs().get(0).statistics().shuffle().nodes())
                    .allSatisfy(node -> assertThat(node.linksAtOnce()).isEqualTo(node.links()));
            assertThat(client.scan(TupleGroup.of("ends", Codecs.LONG, Codecs.LONG))
                            .toList())
                    .containsExactlyInAnyOrder(Map.entry(1L, 5L), Map.entry(2L, 2L));
            Workflow longer = sums("goes-on");
            longer.map(
                    TupleGroup.of("goes-on", Codecs.LONG, Codecs.LONG),
                    TupleGroup.of("last", Codecs.LONG, Codecs.LONG),
                    (key, value, out) -> out.emit(value, key));
            assertThat(methods(client.run(longer))).containsExactly("pairwise", "pairwise", "pairwise");
        }
    }
}
