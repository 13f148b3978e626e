package org.sss.cli.workflow;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/** {@code sss job}. */
public final class JobCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        options.addOption(
                null, "csv", false, "print where the time of each job went: a line for each thread and phase");
        options.addOption(
                null,
                "tasks",
                false,
                "draw a time line of the tasks of each job, a line for each thread; with --csv, a row for each task");
    }

    @Override
    public int run(Call call) {
        String id = call.args("ID|NAME").get(0);
        boolean csv = call.has("csv");
        boolean tasks = call.has("tasks");
        if ((csv || tasks) && call.console().json()) {
            throw new UsageException((csv ? "--csv" : "--tasks") + " and --json are mutually exclusive");
        }
        try (SssClient client = call.connect()) {
            WorkflowReport status = client.workflow(WorkflowName.id(client, id)).status();
            if (tasks && csv) {
                new TaskTable(call.console()).print(status);
            } else if (tasks) {
                new TaskTimeline(call.console()).print(status);
            } else if (csv) {
                new PhaseTable(call.console()).print(status);
            } else {
                WorkflowView.print(call.console(), status);
            }
            return 0;
        }
    }
}
