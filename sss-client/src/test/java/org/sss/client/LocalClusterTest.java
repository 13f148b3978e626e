package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

class LocalClusterTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> COPY = TupleGroup.of("copy", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    @Test
    void closeIsIdempotent() {
        SssClient temporary = LocalCluster.start(1);
        temporary.close();
        temporary.close();
        SssClient kept = LocalCluster.start(1, directory);
        kept.close();
        kept.close();
        assertThat(directory).isNotEmptyDirectory();
    }

    @Test
    void anOpenClusterDoesNotKeepTheProgramAlive() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (SssClient client = LocalCluster.start(2, directory)) {
            try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
                writer.append(1L, 2L);
                writer.commit();
            }
            Workflow workflow = Workflow.named("copy");
            workflow.map(NUMBERS, COPY, (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value));
            client.run(workflow);
            assertThat(client.get(COPY, 1L)).containsExactly(2L);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> !before.contains(thread))
                    .isNotEmpty()
                    .allMatch(Thread::isDaemon);
        }
    }

    /**
     * As Ctrl-C does, while the thread that it disturbs closes, too: neither finds files of which the other one deletes
     * some.
     */
    @Test
    void closeIsThreadSafe() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            SssClient client = LocalCluster.start(2);
            try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
                writer.append(1L, 2L);
                writer.commit();
            }
            CyclicBarrier together = new CyclicBarrier(2);
            Callable<Void> close = () -> {
                together.await();
                client.close();
                return null;
            };
            for (Future<Void> closed : threads.invokeAll(List.of(close, close))) {
                assertThatCode(closed::get).doesNotThrowAnyException();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
