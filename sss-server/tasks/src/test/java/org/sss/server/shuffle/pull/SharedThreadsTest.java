package org.sss.server.shuffle.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class SharedThreadsTest {
    private final Queue<Runnable> started = new ArrayDeque<>();
    private final List<Integer> done = new ArrayList<>();
    private boolean full;
    private final SharedThreads threads = new SharedThreads(this::start, 2);

    private void start(Runnable work) {
        if (full) {
            throw new RejectedExecutionException("full");
        }
        started.add(work);
    }

    @Test
    void furtherWorkWaitsInOrder() {
        for (int i = 0; i < 5; i++) {
            int number = i;
            threads.execute(() -> done.add(number));
        }
        assertThat(started).hasSize(2);
        started.remove().run();
        assertThat(done).containsExactly(0, 1, 2, 3, 4);
        started.remove().run();
        threads.execute(() -> done.add(5));
        started.remove().run();
        assertThat(done).endsWith(5);
    }

    @Test
    void workIsRefusedOnlyIfNoThreadRuns() {
        full = true;
        assertThatThrownBy(() -> threads.execute(() -> done.add(0))).isInstanceOf(RejectedExecutionException.class);
        full = false;
        threads.execute(() -> done.add(1));
        full = true;
        threads.execute(() -> done.add(2));
        started.remove().run();
        assertThat(done).containsExactly(1, 2);
    }

    @Test
    void anErrorOfWorkCostsOneThread() {
        threads.execute(() -> {
            throw new AssertionError("broken");
        });
        threads.execute(() -> done.add(1));
        assertThatThrownBy(started.remove()::run).hasMessage("broken");
        started.remove().run();
        for (int i = 2; i < 6; i++) {
            int number = i;
            threads.execute(() -> done.add(number));
        }
        assertThat(started).hasSize(2);
        started.remove().run();
        assertThat(done).containsExactly(1, 2, 3, 4, 5);
    }
}
