package org.sss.server.node.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NestingLevel;

class TaskLanesTest {
    private final TaskLanes lanes = new TaskLanes("test", 1);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        lanes.close();
    }

    private record Work(String workflow, int weight, Runnable body) implements TaskSlots.Task {
        @Override
        public void refuse(SssException why) {
            throw why;
        }

        @Override
        public void run() {
            body.run();
        }
    }

    private <T> T in(int depth, java.util.function.Supplier<T> body) {
        CompletableFuture<T> result = new CompletableFuture<>();
        lanes.of(depth).submit(new Work("wf-" + depth, 1, () -> result.complete(body.get())));
        return result.orTimeout(20, TimeUnit.SECONDS).join();
    }

    private void fill(int depth) {
        for (String workflow : new String[] {"a", "b", "c"}) {
            lanes.of(depth).submit(new Work(workflow + depth, 1, () -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
    }

    @Test
    void waitingTasksDoNotBlockNestedTasks() {
        for (int depth = 0; depth < NestingLevel.MAX; depth++) {
            fill(depth);
        }
        assertThat(in(NestingLevel.MAX, () -> "ran")).isEqualTo("ran");
    }

    @Test
    void taskAndItsThreadsKnowTheirDepth() {
        assertThat(NestingLevel.ofCaller()).isZero();
        assertThat(in(0, NestingLevel::ofCaller)).isEqualTo(1);
        assertThat(in(3, NestingLevel::ofCaller)).isEqualTo(4);
        assertThat(in(3, () -> {
                    CompletableFuture<Integer> inThread = new CompletableFuture<>();
                    new Thread(() -> inThread.complete(NestingLevel.ofCaller())).start();
                    return inThread.join();
                }))
                .isEqualTo(4);
    }

    @Test
    void onlyTopLevelTasksGetFullBuffer() {
        assertThat(in(0, TaskSlots::isOverflow)).isFalse();
        assertThat(in(1, TaskSlots::isOverflow)).isTrue();
    }

    @Test
    void rejectsNewDepthAfterClose() {
        lanes.close();
        assertThatThrownBy(() -> lanes.of(1))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
}
