package org.sss.cli.workflow;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.Workflow;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;

/** {@code sss explain}. */
public final class ExplainCommand implements Command {
    @Override
    public void describe(Options options) {
        JobJarOptions.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("JAR");
        try (JobJar jar = JobJar.open(Path.of(args.get(0)), JobJarOptions.of(call))) {
            Workflow workflow = jar.workflow(args.subList(1, args.size()));
            if (call.console().json()) {
                call.console().json(WorkflowJson.of(workflow));
            } else {
                workflow.explain().lines().forEach(call.console()::line);
            }
            return 0;
        }
    }
}
