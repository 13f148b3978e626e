package org.sss.cli.workflow;

import java.time.Duration;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.Workflow;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.ParameterOption;
import org.sss.cli.terminal.UsageException;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;

/**
 * Options of the commands that submit a workflow to a cluster. Immutable.
 *
 * @param priority     priority of the workflow; 0 to leave it unchanged
 * @param stallTimeout stall timeout of the workflow; zero to leave it unchanged
 * @param parameters   to set for the workflow
 * @param detach       whether the command returns without waiting for the end
 */
record SubmitOptions(int priority, Duration stallTimeout, Map<String, String> parameters, boolean detach) {
    private static final String PRIORITY = "priority";
    /** The maximum of {@link Workflow#priority}. */
    private static final int MAX_PRIORITY = 1000;

    private static final String STALL_TIMEOUT = "stall-timeout";
    private static final String DETACH = "detach";

    static void describe(Options options) {
        ParameterOption.describe(options);
        Help.option(options, PRIORITY, "N", "share of the cluster; default: 10; 20 gets twice as much");
        Help.option(
                options,
                STALL_TIMEOUT,
                "SECONDS",
                "how long a call of the job's code may run without reading, emitting, counting or returning;"
                        + " default: 3600, or task.stallTimeout of the nodes");
        options.addOption(null, DETACH, false, "print the workflow's id and return without waiting");
    }

    /** @throws UsageException for invalid values, before a jar is loaded or a connection is opened */
    static SubmitOptions of(Call call) {
        return new SubmitOptions(
                (int) call.number(PRIORITY, 1, MAX_PRIORITY, 0),
                Duration.ofSeconds(call.number(STALL_TIMEOUT, 1, Integer.MAX_VALUE, 0)),
                ParameterOption.of(call),
                call.has(DETACH));
    }

    /**
     * Submits the workflow, and waits for it unless it is detached.
     *
     * @throws org.sss.api.SssException if it did not succeed
     */
    void submit(Workflow workflow, SssClient client, Console console) throws Exception {
        if (priority > 0) {
            workflow.priority(priority);
        }
        if (!stallTimeout.isZero()) {
            workflow.stallTimeout(stallTimeout);
        }
        parameters.forEach(workflow::set);
        WorkflowHandle handle = client.submit(workflow);
        if (detach) {
            printId(handle, console);
        } else {
            console.note("submitted " + handle.id());
            WorkflowReport status = new WorkflowView(console, client).follow(handle);
            WorkflowView.result(console, status);
            LoopResults.print(console, workflow, status);
        }
    }

    private static void printId(WorkflowHandle handle, Console console) {
        if (console.json()) {
            console.document(handle.status().toJson());
        } else {
            console.line(handle.id());
        }
    }
}
