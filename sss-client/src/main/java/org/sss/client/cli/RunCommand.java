package org.sss.client.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.net.control.WorkflowStatus;

/** {@code sss run}. */
final class RunCommand implements Command {
    private static final String STALL_TIMEOUT = "stall-timeout";

    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        Help.option(options, "class", "CLASS", "the SssJob in the jar; needed when there are several");
        Help.option(options, "priority", "N", "its share of the cluster; 10 is the usual one, 20 gets twice as much");
        Help.option(options, STALL_TIMEOUT, "SECONDS", "how long a call of the job's code may neither read, emit, count nor return; 3600"
                + " unless the nodes are set otherwise");
        options.addOption(null, "detach", false, "print the workflow's id and do not wait");
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("JAR");
        try (JobJar jar = JobJar.open(Path.of(args.get(0)), call.option("class", null)); SssClient client = call.connect()) {
            Workflow workflow = jar.workflow(args.subList(1, args.size()));
            if (call.has("priority")) {
                workflow.priority((int) call.number("priority", 1, 1000, Workflow.DEFAULT_PRIORITY));
            }
            if (call.has(STALL_TIMEOUT)) {
                workflow.stallTimeout(Duration.ofSeconds(call.number(STALL_TIMEOUT, 1, Integer.MAX_VALUE, 1)));
            }
            WorkflowHandle handle = client.submit(workflow);
            if (call.has("detach")) {
                return detach(call.console(), handle);
            }
            call.console().note("submitted " + handle.id());
            WorkflowStatus status = new WorkflowView(call.console(), client).follow(handle);
            WorkflowView.result(call.console(), status);
            return 0;
        }
    }

    private static int detach(Console console, WorkflowHandle handle) {
        if (console.json()) {
            console.json(handle.status());
        } else {
            console.line(handle.id());
        }
        return 0;
    }
}
