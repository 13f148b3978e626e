package org.sss.server.coordinator.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;

class WorkflowValidationTest {
    private static final int MAX_SUBGROUPS = 1024;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "m",
                "map-1",
                "a job with a name as long as a sentence, which somebody has thought about for quite a while"
            })
    void maximalNumberOfTasksFitsIntoOneCommit(String job) {
        int tasks = WorkflowValidation.maxSplits(job) + MAX_SUBGROUPS;
        List<AttemptId> attempts = IntStream.range(0, tasks)
                .mapToObj(i -> new AttemptId("wf-" + Integer.MAX_VALUE + "/" + job, 9_999_999 - i, 99))
                .toList();
        assertThat(Json.write(new DataVerbs.Commit(Long.MAX_VALUE, attempts, "0".repeat(32), null, Long.MAX_VALUE)))
                .hasSizeBetween(Rpc.MAX_BODY_BYTES * 9 / 10, Rpc.MAX_BODY_BYTES);
    }
}
