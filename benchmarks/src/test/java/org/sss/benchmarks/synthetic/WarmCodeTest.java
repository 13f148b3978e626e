package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.server.code.JobCode;

/**
 * Nodes load and compile the classes of a job again each time when one of them has state, which others measure as time
 * of SSS.
 */
class WarmCodeTest {
    private static final Path CLASSES = Path.of("target", "classes");

    private static void assertHasNoState(List<String> classes) throws ClassNotFoundException {
        for (String name : classes) {
            try (JobCode code = JobCode.isolated(List.of(CLASSES))) {
                code.loader().loadClass("org.sss.benchmarks." + name);
                assertThat(code.state()).as(name).isEmpty();
            }
        }
    }

    @Test
    void whatTasksOfTheSyntheticBenchmarkUseHasNoState() throws ClassNotFoundException {
        assertHasNoState(List.of(
                "synthetic.SssFunctions",
                "synthetic.SssFunctions$Map",
                "synthetic.SssFunctions$Reduce",
                "synthetic.SssFunctions$Combine",
                "data.Mix",
                "synthetic.MapWork",
                "synthetic.ReduceWork",
                "synthetic.Emission",
                "synthetic.SyntheticValues",
                "synthetic.SyntheticConf",
                "synthetic.SyntheticConf$PartitionMethod",
                "synthetic.ConfValues",
                "synthetic.Busy"));
    }

    @Test
    void whatTasksOfTheTextProgramsUseHasNoState() throws ClassNotFoundException {
        assertHasNoState(List.of(
                "programs.BytesText",
                "programs.BytesText$Words",
                "programs.BytesText$Pairs",
                "programs.BytesText$Lengths",
                "programs.Sum",
                "programs.BytesText$Tallies",
                "programs.StringText",
                "programs.Tally",
                "programs.Kernels"));
    }
}
