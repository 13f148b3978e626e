package org.sss.benchmarks.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.benchmarks.suite.WarmUp;

class WarmingTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();

    /** The store takes a second to write and half of one to read. */
    private void warm(WarmUp warmUp, Mode... modes) throws Exception {
        Meter store = new Meter(new FakeStore("a", SECOND, calls), directory);
        store.prepare(new RecordsPlan(7, 100, 8, false));
        Warming warming = new Warming(warmUp, List.of(modes));
        while (!warming.isOver()) {
            warming.repeat(store);
        }
    }

    @Test
    void readingTakesAsLongAsWriting() throws Exception {
        warm(new WarmUp(1, 3), Mode.WRITE, Mode.READ);
        assertThat(calls).containsOnly("a write", "a read", "a drop");
        assertThat(Collections.frequency(calls, "a write")).isEqualTo(3);
        assertThat(Collections.frequency(calls, "a read")).isEqualTo(6);
    }

    @Test
    void whoReadsOnlyWaitsForReadsOnly() throws Exception {
        warm(new WarmUp(1, 1), Mode.READ);
        assertThat(calls).containsExactly("a write", "a read", "a read", "a drop");
    }

    @Test
    void withoutSecondsEachRepetitionReadsOnce() throws Exception {
        warm(new WarmUp(2, 0), Mode.WRITE, Mode.READ);
        assertThat(calls).containsExactly("a write", "a read", "a drop", "a write", "a read", "a drop");
    }
}
