package org.sss.server.node;

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

/** What becomes of slots whose threads are given up, whenever that is. */
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
                // It is deaf.
            }
        }
    }

    private Work run(String workflow) {
        Work work = submit(workflow, () -> { });
        await().until(() -> work.over);
        return work;
    }

    /** Whether the thread of a task that is over is idle, in another task, or has ended. */
    private static boolean hasLeft(Work work) {
        return List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED).contains(work.thread.getState());
    }

    private void awaitAllHaveLeft() {
        await().until(() -> all.stream().filter(work -> work.over).allMatch(LostThreadsIT::hasLeft));
    }

    /** All slots, no more, and as many guests: as if nothing had happened. */
    private void assertAllSlotsAreThere() {
        awaitAllHaveLeft();
        CountDownLatch until = new CountDownLatch(1);
        List<Work> works = List.of(hang("a", until), hang("a", until), hang("guest 1", until), hang("guest 2", until));
        assertThat(works).extracting(work -> work.thread.getName().contains("guest")).containsExactly(false, false, true, true);
        Work next = submit("b", () -> { });
        assertThat(next.thread).isNull();
        until.countDown();
        await().until(() -> next.over);
    }

    @Test
    void aThreadThatHasComeToAnotherTaskKeepsItsSlot() {
        Work first = run("first");
        Work other = null;
        while (other == null || other.thread != first.thread) {
            other = hang("other", end);
        }
        slots.giveUp(first.thread, first);
        assertThat(slots.lostCount()).isZero();
        end.countDown();
        await().until(() -> hanging.stream().allMatch(work -> work.over));
        assertAllSlotsAreThere();
    }

    @Test
    void aThreadThatIsIdleAgainKeepsItsSlot() {
        Work first = run("first");
        awaitAllHaveLeft();
        slots.giveUp(first.thread, first);
        assertThat(slots.lostCount()).isZero();
        assertAllSlotsAreThere();
    }

    @Test
    void aThreadThatComesBackEndsAndIsCountedNoMore() {
        CountDownLatch back = new CountDownLatch(1);
        Work late = hang("late", back);
        slots.giveUp(late.thread, late);
        slots.giveUp(late.thread, late);
        assertThat(slots.lostCount()).isEqualTo(1);
        assertAllSlotsAreThere();
        back.countDown();
        await().until(() -> slots.lostCount() == 0 && !late.thread.isAlive());
        assertAllSlotsAreThere();
    }

    /** In this order the tasks of many workflows end just when they are given up, a little before, or a little after. */
    @Test
    void tasksThatEndWhenTheyAreGivenUpCostNoSlot() {
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
            slots.giveUp(work.thread, work);
            if (slots.lostCount() > MAX_LOST / 2) {
                await().until(() -> slots.lostCount() == 0);
            }
        }
        await().until(() -> slots.lostCount() == 0);
        assertAllSlotsAreThere();
    }

    @Test
    void aThreadThatDiesLeavesItsSlotToAnotherOne() {
        for (int i = 0; i < 3; i++) {
            Work dying = submit("dying", () -> {
                Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> {
                    throw new IllegalStateException("handler");
                });
                throw new IllegalStateException("body");
            });
            await().until(() -> dying.over && !dying.thread.isAlive());
        }
        assertAllSlotsAreThere();
    }

    @Test
    void whereManyThreadsAreLostNoTaskIsTakenUntilOneHasEnded() {
        CountDownLatch back = new CountDownLatch(1);
        IntStream.range(0, MAX_LOST - 2).mapToObj(i -> hang("wf " + i, i == 0 ? back : end))
                .forEach(work -> slots.giveUp(work.thread, work));
        List<Work> last = List.of(hang("last", end), hang("last", end));
        Work waiting = submit("last", () -> { });
        last.forEach(work -> slots.giveUp(work.thread, work));
        assertThat(slots.lostCount()).isEqualTo(MAX_LOST);
        assertRefused(waiting);
        assertThatThrownBy(() -> run("next")).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED)).hasMessageContaining("test takes no tasks: 16 of its threads");
        back.countDown();
        await().until(() -> slots.lostCount() < MAX_LOST);
        assertAllSlotsAreThere();
    }

    /** Unless a thread that just became free has taken it before the last one was given up. */
    private static void assertRefused(Work waiting) {
        await().until(() -> waiting.over || waiting.refused != null);
        if (!waiting.over) {
            assertThat(waiting.refused.code()).isEqualTo(ErrorCode.OVERLOADED);
        }
    }
}
