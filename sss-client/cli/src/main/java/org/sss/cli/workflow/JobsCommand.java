package org.sss.cli.workflow;

import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.TupleGroup;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Printable;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.SssClient;
import org.sss.net.control.WorkflowStatus;

/** {@code sss jobs}. */
public final class JobsCommand implements Command {
    @Override
    public void describe(Options options) {
        Help.option(options, "keep", "GROUP", "add the reports of finished workflows to this group; keys are ids, values are JSON, both strings");
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        TupleGroup.checkName(call.option("keep", "none"));
        try (SssClient client = call.connect()) {
            if (call.has("keep")) {
                String group = call.required("keep");
                call.console().note("group " + group + ": reports of " + Units.count(client.keepReports(group), "workflow"));
            }
            if (call.console().json()) {
                call.console().json(client.workflows());
                return 0;
            }
            Table table = new Table("ID", "NAME", "STATE", "JOBS", "SUBMITTED", "SECONDS");
            List<WorkflowStatus> workflows = client.workflows();
            for (WorkflowStatus status : workflows) {
                long end = status.endedMillis() == 0 ? System.currentTimeMillis() : status.endedMillis();
                table.row(status.id(), status.name(), WorkflowView.state(status.state()), status.jobs().size(),
                        Units.time(status.submittedMillis()), Units.seconds(end - status.submittedMillis()));
            }
            table.print(call.console());
            workflows.stream().filter(status -> status.waiting() != null)
                    .forEach(status -> call.console().line(Printable.line(status.id() + " is " + status.waiting()
                            + "; start that node, or run 'sss cancel " + status.id() + "'")));
            return 0;
        }
    }
}
