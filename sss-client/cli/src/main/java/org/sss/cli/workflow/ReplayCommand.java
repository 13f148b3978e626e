package org.sss.cli.workflow;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.Question;
import org.sss.cli.terminal.Units;
import org.sss.cli.terminal.UsageException;
import org.sss.client.JobReplay;
import org.sss.client.Progress;
import org.sss.client.SssClient;
import org.sss.net.auth.TokenFile;

/** {@code sss replay}. */
public final class ReplayCommand implements Command {
    @Override
    public void describe(Options options) {
        options.addOption(null, "yes", false, "do not ask before code of another user is run");
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.args("WORKFLOW/JOB", "KEY");
        String[] job = args.get(0).split("/", 2);
        if (job.length < 2) {
            throw new UsageException("expected WORKFLOW/JOB, such as wf-12/map-1, not '" + args.get(0) + "'");
        }
        try (SssClient client = call.connect()) {
            String id = WorkflowName.id(client, job[0]);
            JobReplay replay = client.replay(id, job[1]);
            new ForeignCode(client.workflow(id).status(), job[1], replay.jars(), replay.functions())
                    .check(call.console(), new Question(call.console()), call.has("yes"), TokenFile.ofUser());
            try {
                Progress done = ExitHook.during(
                        replay::delete,
                        () -> replay.run(
                                args.get(1), (group, key, value) -> emitted(call.console(), group, key, value)));
                call.console()
                        .note(Units.count(done.tuplesIn(), "tuple") + " read, " + done.tuplesOut() + " emitted"
                                + counters(done));
                return 0;
            } catch (SssException e) {
                if (e.remoteTrace() != null) {
                    call.console().flush();
                    call.console().problem(ofUser(e.remoteTrace()));
                }
                throw e;
            }
        }
    }

    private static void emitted(Console console, String group, String key, String value) {
        if (console.json()) {
            console.json(Map.of("group", group, "key", key, "value", value));
        } else {
            console.line(group + "\t" + key + "\t" + value);
        }
    }

    /** Returns the stack trace without the frames of SSS. */
    private static String ofUser(String trace) {
        return trace.lines()
                .filter(line -> !line.matches("\\s+at (.*/)?org\\.sss\\.(server|client|cli|net)\\..*"))
                .collect(Collectors.joining("\n"));
    }

    private static String counters(Progress done) {
        return done.counters().isEmpty() ? "" : "; counters " + new TreeMap<>(done.counters());
    }
}
