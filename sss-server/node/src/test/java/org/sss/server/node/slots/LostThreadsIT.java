package org.sss.server.node.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Slots whose threads are abandoned, at various times. */
@Timeout(60)
class LostThreadsIT {
    private static final int MAX_LOST = 16;

    private final TaskSlots slots = new TaskSlots("test", 2);
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Work> hanging = new CopyOnWriteArrayList<>();
    private final List<Work> all = new ArrayList<>();

    @AfterEach
    void close() {
        end.countDown();
        slots.close();
    }

    private static final class Work implements TaskSlots.Task {
        private final String workflow;
        private final Runnable body;
        volatile Thread thread;
        volatile boolean over;
        volatile SssException refused;

        Work(String workflow, Runnable body) {
            this.workflow = workflow;
            this.body = body;
        }

        @Override
        public String workflow() {
            return workflow;
        }

        @Override
        public int weight() {
            return 1;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            try {
                body.run();
            } finally {
                over = true;
            }
        }

        @Override
        public void refuse(SssException why) {
            refused = why;
        }
    }

    private Work submit(String workflow, Runnable body) {
        Work work = new Work(workflow, body);
        all.add(work);
        slots.submit(work);
        return work;
    }

    private Work hang(String workflow, CountDownLatch until) {
        Work work = submit(workflow, () -> join(until));
        await().until(() -> work.thread != null);
        hanging.add(work);
        return work;
    }

    private static void join(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                done = latch.await(50, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                // Ignores interrupts.
            }
        }
    }

    private Work run(String workflow) {
        Work work = submit(workflow, () -> {});
        await().until(() -> work.over);
        return work;
    }

    /** True if the thread of an ended task waits, or has ended. */
    private static boolean isThreadIdle(Work work) {
        return List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED)
                .contains(work.thread.getState());
    }

    private void awaitIdleThreads() {
        await().until(() -> all.stream().filter(work -> work.over).allMatch(LostThreadsIT::isThreadIdle));
    }

    /** Asserts that there are exactly as many slots and overflow slots as at the start. */
    private void assertAllSlotsWork() {
        awaitIdleThreads();
        CountDownLatch until = new CountDownLatch(1);
        List<Work> works =
                List.of(hang("a", until), hang("a", until), hang("overflow 1", until), hang("overflow 2", until));
        assertThat(works)
                .extracting(work -> work.thread.getName().contains("overflow"))
                .containsExactly(false, false, true, true);
        Work next = submit("b", () -> {});
        assertThat(next.thread).isNull();
        until.countDown();
        await().until(() -> next.over);
    }

    @Test
    void threadRunningAnotherTaskRetainsItsSlot() {
        Work first = run("first");
        Work other = null;
        while (other == null || other.thread != first.thread) {
            other = hang("other", end);
        }
        slots.abandon(first.thread, first);
        assertThat(slots.lostCount()).isZero();
        end.countDown();
        await().until(() -> hanging.stream().allMatch(work -> work.over));
        assertAllSlotsWork();
    }

    @Test
    void idleThreadRetainsItsSlot() {
        Work first = run("first");
        awaitIdleThreads();
        slots.abandon(first.thread, first);
        assertThat(slots.lostCount()).isZero();
        assertAllSlotsWork();
    }

    @Test
    void abandonedThreadEndsAfterItsTaskAndIsNoLongerCounted() {
        CountDownLatch back = new CountDownLatch(1);
        Work late = hang("late", back);
        slots.abandon(late.thread, late);
        slots.abandon(late.thread, late);
        assertThat(slots.lostCount()).isEqualTo(1);
        assertAllSlotsWork();
        back.countDown();
        await().until(() -> slots.lostCount() == 0 && !late.thread.isAlive());
        assertAllSlotsWork();
    }

    /** The tasks end at the moment at which they are abandoned, a little before, or a little after. */
    @Test
    void tasksEndingWhileAbandonedLeaveAllSlots() {
        for (int round = 0; round < 500; round++) {
            CountDownLatch go = new CountDownLatch(1);
            Work work = submit("workflow " + round, () -> join(go));
            while (work.thread == null) {
                Thread.onSpinWait();
            }
            go.countDown();
            for (int spin = 0; spin < round % 200; spin++) {
                Thread.onSpinWait();
            }
            slots.abandon(work.thread, work);
            if (slots.lostCount() > MAX_LOST / 2) {
                await().until(() -> slots.lostCount() == 0);
            }
        }
        await().until(() -> slots.lostCount() == 0);
        assertAllSlotsWork();
    }

    @Test
    void deadThreadIsReplaced() {
        for (int i = 0; i < 3; i++) {
            Work dying = submit("dying", () -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> {
                    throw new IllegalStateException("handler");
                });
                throw new IllegalStateException("body");
            });
            await().until(() -> dying.over && !dying.thread.isAlive());
        }
        assertAllSlotsWork();
    }

    @Test
    void rejectsTasksAboveLimitOfLostThreads() {
        CountDownLatch back = new CountDownLatch(1);
        IntStream.range(0, MAX_LOST - 2)
                .mapToObj(i -> hang("wf " + i, i == 0 ? back : end))
                .forEach(work -> slots.abandon(work.thread, work));
        List<Work> last = List.of(hang("last", end), hang("last", end));
        Work waiting = submit("last", () -> {});
        last.forEach(work -> slots.abandon(work.thread, work));
        assertThat(slots.lostCount()).isEqualTo(MAX_LOST);
        assertRefused(waiting);
        assertThatThrownBy(() -> run("next"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED))
                .hasMessageContaining("test accepts no tasks: 16 of its threads");
        back.countDown();
        await().until(() -> slots.lostCount() < MAX_LOST);
        assertAllSlotsWork();
    }

    /** Unless a thread that became free has taken it before the last one was abandoned. */
    private static void assertRefused(Work waiting) {
        await().until(() -> waiting.over || waiting.refused != null);
        if (!waiting.over) {
            assertThat(waiting.refused.code()).isEqualTo(ErrorCode.OVERLOADED);
        }
    }
}
