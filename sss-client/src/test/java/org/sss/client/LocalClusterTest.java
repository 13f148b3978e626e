package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;

class LocalClusterTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

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

    /** As Ctrl-C does, while the thread that it disturbs closes, too: neither finds files of which the other one deletes some. */
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
