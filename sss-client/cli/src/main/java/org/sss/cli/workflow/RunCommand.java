package org.sss.cli.workflow;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;

/** {@code sss run}. */
public final class RunCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
        JobJarOptions.describe(options);
        SubmitOptions.describe(options);
    }

    @Override
    public int run(Call call) throws Exception {
        List<String> args = call.argsAndMore("JAR");
        SubmitOptions how = SubmitOptions.of(call);
        try (JobJar jar = JobJar.open(Path.of(args.get(0)), JobJarOptions.of(call));
                SssClient client = call.connect()) {
            how.submit(jar.workflow(args.subList(1, args.size())), client, call.console());
            return 0;
        }
    }
}
