package org.sss.benchmarks.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.engine.Rival;
import org.sss.benchmarks.engine.RivalLibrary;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;

/** {@code sss bench get}: the only command that fetches anything. */
final class GetCommand implements Command {
    @Override
    public void describe(Options options) {
        // Nothing beyond what all commands have.
    }

    @Override
    public int run(Call call) throws Exception {
        List<RivalLibrary> all = Rival.libraries();
        String name = call.args("SYSTEM").get(0);
        RivalLibrary library = all.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no system '" + name + "' to get; there are "
                        + all.stream().map(RivalLibrary::name).collect(Collectors.joining(", "))));
        if (!library.isThere()) {
            call.console().note("resolving " + library.name() + " " + library.version() + " with Maven");
            library.get();
        }
        call.console().line(library.directory().toString());
        return 0;
    }
}
