package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Run;
import org.sss.benchmarks.measure.Usage;
import org.sss.cli.terminal.Console;

class RepeatedTest {
    private static Repeated repeated(WarmUp warmUp, double seconds, double compilerSeconds) throws Exception {
        Run run = new Run(seconds, new Usage(2, 1, 1, compilerSeconds), "abc", Map.of());
        Console console = new Console(new ByteArrayOutputStream(), new PrintStream(new ByteArrayOutputStream()), false);
        return Repeated.of(() -> run, warmUp, 5, new Progress(console), "case", 1);
    }

    @Test
    void theWarmUpGoesOnWhileJavaCompiles() throws Exception {
        double aTenth = 0.1 * Runtime.getRuntime().availableProcessors();
        assertThat(repeated(new WarmUp(1, 5), 1, aTenth).warmUpSeconds()).hasSize(20);
        assertThat(repeated(new WarmUp(1, 5), 1, aTenth / 10).warmUpSeconds()).hasSize(5);
    }

    @Test
    void withoutAWarmUpTheFirstRunDecidesHowManyThereAre() throws Exception {
        assertThat(repeated(new WarmUp(0, 0), 10, 0).runs()).hasSize(5);
        assertThat(repeated(new WarmUp(0, 0), 11, 0).runs()).hasSize(3);
        assertThat(repeated(new WarmUp(0, 0), 31, 0).runs()).hasSize(2);
        assertThat(repeated(new WarmUp(1, 0), 31, 0).runs()).hasSize(2);
    }
}
