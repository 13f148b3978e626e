package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.suite.Case;
import org.sss.cli.terminal.Call;

class LatencyCommandTest {
    private final LatencyCommand command = new LatencyCommand();

    @Test
    void clientsOfManyJobsAreNoThreadsOfARival() throws Exception {
        Options options = new Options();
        command.describe(options);
        List<Case> cases =
                command.cases(new Call(new DefaultParser().parse(options, new String[] {"--threads", "37"}), null));
        assertThat(cases).isNotEmpty().allSatisfy(one -> {
            assertThat(one.parameters()).containsEntry("clients", "37");
            assertThat(new Workload(one.workload(), null, one.parameters(), Path.of(".")).threads())
                    .isEqualTo(Runtime.getRuntime().availableProcessors());
        });
    }
}
