package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.measure.Heap;
import org.sss.cli.terminal.Call;

class SystemOptionsTest {
    @Test
    void othersHaveTheHeapOfThisProcessWhereTheNodesOfSssAreInIt() throws ParseException {
        Heap own = new Heap(Runtime.getRuntime().maxMemory());
        assertThat(heap("--transport", "local")).isEqualTo(own.size());
        assertThat(ServerOptions.heapRule(SystemOptions.heap(call("--transport", "local")))).startsWith(own.size() + "; ");
    }

    @Test
    void nodesThatAreProcessesHaveTheHeapThatIsAskedFor() throws ParseException {
        assertThat(heap()).isEqualTo(Heap.ofMachine().size());
        assertThat(heap("--heap", "512m")).isEqualTo("512m");
    }

    private static String heap(String... words) throws ParseException {
        return SystemOptions.plan(call(words), List.of(), null).heap();
    }

    private static Call call(String... words) throws ParseException {
        Options options = new Options();
        SystemOptions.describe(options);
        return new Call(new DefaultParser().parse(options, words), null);
    }
}
