package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import org.sss.net.rpc.Json;

class WorkflowJsonTest {
    private static final TupleGroup<String, Long> IN = TupleGroup.of("in", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> SORTED = TupleGroup.of("sorted", Codecs.STRING, Codecs.LONG);

    @Test
    void listsFilesAndGroupsThatAJobReads() throws Exception {
        Workflow workflow = Workflow.named("w");
        workflow.map(IN, SORTED, (key, value, out) -> out.emit(key, value))
                .from(Sources.text("/x"), (at, line, out) -> out.emit(line, at));
        JsonNode job =
                Json.mapper().readTree(Json.write(WorkflowJson.of(workflow))).at("/jobs/0");
        assertThat(job.at("/reads").findValuesAsText("group")).containsExactly("in");
        assertThat(job.at("/sources")).hasToString("[\"text files /x\"]");
    }

    @Test
    void listsThePartitionerOfEachJob() throws Exception {
        Workflow workflow = Workflow.named("w");
        workflow.map(IN, SORTED, (key, value, out) -> out.emit(key, value)).partitionBy(Partitioners.range(IN));
        workflow.reduce(SORTED, TupleGroup.of("out", Codecs.STRING, Codecs.LONG), (key, values, out) -> {});
        assertThat(Json.mapper().readTree(Json.write(WorkflowJson.of(workflow))).findValuesAsText("partitioner"))
                .isEqualTo(List.of("range(in)", "hash"));
    }
}
