package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.Usage;
import org.sss.cli.terminal.Console;

class RepeatedTest {
    private static Repeated repeated(WarmUp warmUp, double seconds) throws Exception {
        Measurement run = new Measurement(seconds, new Usage(2, 1, 1), "abc", Map.of());
        Console console = new Console(new ByteArrayOutputStream(), new PrintStream(new ByteArrayOutputStream()), false);
        return Repeated.of(() -> run, warmUp, 5, new BenchProgress(console), "case", 1);
    }

    @Test
    void theWarmUpLastsAsLongAsAsked() throws Exception {
        assertThat(repeated(new WarmUp(1, 5), 2).warmUpSeconds()).hasSize(3);
    }

    @Test
    void withoutAWarmUpTheFirstRunDecidesHowManyThereAre() throws Exception {
        assertThat(repeated(new WarmUp(0, 0), 10).runs()).hasSize(5);
        assertThat(repeated(new WarmUp(0, 0), 11).runs()).hasSize(3);
        assertThat(repeated(new WarmUp(0, 0), 31).runs()).hasSize(2);
        assertThat(repeated(new WarmUp(1, 0), 31).runs()).hasSize(2);
    }
}
