package org.sss.cli.workflow;

import org.apache.commons.cli.Options;
import org.sss.api.TupleGroup;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Printable;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.ListedWorkflows;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/** {@code sss jobs}. */
public final class JobsCommand implements Command {
    @Override
    public void describe(Options options) {
        Help.option(
                options,
                "keep",
                "GROUP",
                "add the reports of finished workflows to this group; keys are ids, values are JSON, both strings");
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        TupleGroup.checkName(call.option("keep", "none"));
        try (SssClient client = call.connect()) {
            if (call.has("keep")) {
                String group = call.required("keep");
                call.console()
                        .note("group " + group + ": reports of "
                                + Units.count(client.admin().keepReports(group), "workflow"));
            }
            if (call.console().json()) {
                call.console()
                        .documents(client.workflows().stream()
                                .map(WorkflowReport::toJson)
                                .toList());
                return 0;
            }
            Table table = new Table("ID", "NAME", "STATE", "JOBS", "SUBMITTED", "SECONDS");
            ListedWorkflows all = client.listWorkflows();
            for (WorkflowReport status : all.workflows()) {
                table.row(
                        status.id(),
                        status.name(),
                        WorkflowView.state(status.state()),
                        status.jobs().size(),
                        Units.time(status.submittedMillis()),
                        Units.seconds(all.millis(status)));
            }
            table.print(call.console());
            all.workflows().stream()
                    .filter(status -> status.waiting() != null)
                    .forEach(status -> call.console()
                            .line(Printable.line(status.id() + " is " + status.waiting()
                                    + "; start that node, or run 'sss cancel " + status.id() + "'")));
            return 0;
        }
    }
}
