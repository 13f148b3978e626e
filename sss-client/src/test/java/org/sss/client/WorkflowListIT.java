package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

class WorkflowListIT {
    /** More than two answers may have, and less than is kept. */
    private static final int BYTES = 12 << 20;

    private static final int JOBS = 5;
    /** About as many as a job may have with names of that length. */
    private static final int COUNTERS = 150;

    private static final String LONG = "-".repeat(200);

    /** Together their statuses are more than an answer may have. */
    @Test
    void workflowsWithManyCountersAreAllListedNewestFirst() {
        TupleGroup<Long, String> lines = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("counting");
        for (int job = 0; job < JOBS; job++) {
            workflow.map(
                    lines,
                    TupleGroup.of("copy-" + job, Codecs.LONG, Codecs.STRING).replacing(),
                    (at, line, out) -> {
                        for (int i = 0; i < COUNTERS; i++) {
                            out.count(i + LONG, 1);
                        }
                    });
        }
        try (SssClient client = LocalCluster.start(1)) {
            try (GroupWriter<Long, String> writer = client.write(lines)) {
                writer.append(1L, "line");
                writer.commit();
            }
            List<String> ids = new ArrayList<>();
            long bytes = 0;
            while (bytes < BYTES) {
                WorkflowReport status = client.run(workflow);
                ids.add(0, status.id());
                bytes += status.toJson().length();
            }
            assertThat(client.workflows()).extracting(WorkflowReport::id).isEqualTo(ids);
        }
    }
}
