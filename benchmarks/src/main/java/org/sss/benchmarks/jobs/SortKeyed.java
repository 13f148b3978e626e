package org.sss.benchmarks.jobs;

import java.util.Map;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** As {@link Sort}, of tuples whose keys are those of the records: the store has them in order within each subgroup already. */
final class SortKeyed extends Sort {
    @Override
    public boolean load(SssClient client, Workload workload) throws Exception {
        FixedRecords.loadKeyed(client, workload.input(), RECORD, KEY, KEYED);
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        Workflow workflow = Workflow.named("sort");
        workflow.sort(KEYED, SORTED.replacing());
        return Phases.of(client.run(workflow));
    }
}
