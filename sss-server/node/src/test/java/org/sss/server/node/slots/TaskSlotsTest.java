package org.sss.server.node.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class TaskSlotsTest {
    private final TaskSlots slots = new TaskSlots("test", 2);
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<String> started = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        end.countDown();
        slots.close();
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

    private TaskSlots.Task waiting(String workflow) {
        return waiting(workflow, 1, end);
    }

    private TaskSlots.Task waiting(String workflow, int weight, CountDownLatch until) {
        return new Work(workflow, weight, () -> {
            started.add(workflow);
            join(until);
        });
    }

    private static void join(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void submit(String workflow, int count) {
        IntStream.range(0, count).forEach(i -> slots.submit(waiting(workflow)));
    }

    @Test
    void limitsRunningTasksToSlots() {
        submit("long", 5);
        CountDownLatch last = new CountDownLatch(1);
        slots.submit(new Work("long", 1, last::countDown));
        await().until(() -> started.size() == 2);
        end.countDown();
        join(last);
        assertThat(started).hasSize(5);
    }

    @Test
    void smallJobEndsWhileLongOneOccupiesAllSlots() {
        submit("long", 5);
        await().until(() -> started.size() == 2);
        CountDownLatch small = new CountDownLatch(4);
        IntStream.range(0, 4).forEach(i -> slots.submit(new Work("small", 1, small::countDown)));
        join(small);
        assertThat(started).containsExactly("long", "long");
    }

    @Test
    void workflowWaitsForNextFreeOverflowSlot() {
        submit("long", 3);
        await().until(() -> started.size() == 2);
        CountDownLatch overflowEnd = new CountDownLatch(1);
        slots.submit(waiting("overflow a", 1, overflowEnd));
        slots.submit(waiting("overflow b", 1, overflowEnd));
        await().until(() -> started.size() == 4);
        CountDownLatch late = new CountDownLatch(2);
        slots.submit(new Work("late a", 1, late::countDown));
        slots.submit(new Work("late b", 1, late::countDown));

        overflowEnd.countDown();

        join(late);
        assertThat(started).containsExactlyInAnyOrder("long", "long", "overflow a", "overflow b");
    }

    @Test
    void workflowThatMissesLastFreeSlotGetsOverflowSlot() {
        submit("long", 1);
        await().until(() -> started.size() == 1);
        // Both are submitted before the thread of the free slot can take one.
        synchronized (slots) {
            submit("b", 1);
            submit("c", 1);
        }
        await().until(() -> started.size() == 3);
    }

    @Test
    void onlyTasksBeyondTheSlotsAreOverflow() {
        List<Boolean> overflow = new CopyOnWriteArrayList<>();
        CountDownLatch both = new CountDownLatch(2);
        slots.submit(new Work("a", 1, () -> {
            overflow.add(TaskSlots.isOverflow());
            both.countDown();
        }));
        await().until(() -> overflow.size() == 1);
        submit("long", 2);
        await().until(() -> started.size() == 2);
        slots.submit(new Work("b", 1, () -> {
            overflow.add(TaskSlots.isOverflow());
            both.countDown();
        }));
        join(both);
        assertThat(overflow).containsExactly(false, true);
    }

    /** A task of a workflow with its own classes. */
    private record OwnCode(String workflow, int weight, Runnable body) implements TaskSlots.Task {
        @Override
        public boolean hasOwnCode() {
            return true;
        }

        @Override
        public void refuse(SssException why) {
            throw why;
        }

        @Override
        public void run() {
            body.run();
        }
    }

    /** Its overflow slot is occupied, so that all tasks run in the one slot. */
    private TaskSlots oneSlot() {
        TaskSlots one = new TaskSlots("one", 1);
        CountDownLatch busy = new CountDownLatch(1);
        one.submit(new Work("first", 1, () -> {
            started.add("first");
            join(busy);
        }));
        await().until(() -> started.contains("first"));
        one.submit(waiting("overflow"));
        await().until(() -> started.contains("overflow"));
        busy.countDown();
        return one;
    }

    @Test
    void threadLocalsOfOwnCodeAreFreedBeforeNextWorkflow() {
        ThreadLocal<Object> left = new InheritableThreadLocal<>();
        AtomicReference<WeakReference<Object>> value = new AtomicReference<>();
        List<Boolean> seen = new CopyOnWriteArrayList<>();
        try (TaskSlots one = oneSlot()) {
            one.submit(new OwnCode("a", 1, () -> {
                left.set(new Object());
                value.set(new WeakReference<>(left.get()));
            }));
            await().until(() -> value.get() != null);
            one.submit(new Work("b", 1, () -> seen.add(left.get() != null)));
            await().until(() -> seen.size() == 1);
            assertThat(seen).containsExactly(false);
            await().until(() -> {
                System.gc();
                return value.get().get() == null;
            });
        }
    }

    /** It starts its threads in the group of the thread that created it. */
    @Test
    void poolOfUserCodeOutlivesItsCreatingThread() throws Exception {
        AtomicReference<ExecutorService> pool = new AtomicReference<>();
        AtomicReference<Thread> maker = new AtomicReference<>();
        try (TaskSlots one = oneSlot()) {
            one.submit(new OwnCode("a", 1, () -> {
                maker.set(Thread.currentThread());
                pool.set(Executors.newCachedThreadPool());
            }));
            await().until(() -> pool.get() != null);
            CountDownLatch next = new CountDownLatch(1);
            one.submit(new OwnCode("b", 1, next::countDown));
            join(next);
            maker.get().join(TimeUnit.SECONDS.toMillis(20));
            assertThat(maker.get().isAlive()).isFalse();
            assertThat(pool.get().submit(() -> "done").get(20, TimeUnit.SECONDS))
                    .isEqualTo("done");
        } finally {
            pool.get().shutdownNow();
        }
    }

    @Test
    void reusesThreadWithinWorkflowAndForSharedCode() {
        List<String> threads = new CopyOnWriteArrayList<>();
        Runnable body = () -> threads.add(Thread.currentThread().getName());
        try (TaskSlots one = oneSlot()) {
            List<TaskSlots.Task> tasks = List.of(
                    new OwnCode("a", 1, body),
                    new OwnCode("a", 1, body),
                    new Work("b", 1, body),
                    new Work("c", 1, body),
                    new OwnCode("d", 1, body),
                    new OwnCode("e", 1, body));
            for (int i = 0; i < tasks.size(); i++) {
                one.submit(tasks.get(i));
                int done = i + 1;
                await().until(() -> threads.size() == done);
            }
        }
        assertThat(threads)
                .containsExactly("one-task-1", "one-task-1", "one-task-3", "one-task-3", "one-task-3", "one-task-4");
    }

    @Test
    void limitsOverflowSlotsToNumberOfSlots() {
        submit("long", 2);
        await().until(() -> started.size() == 2);
        List.of("a", "b", "c").forEach(workflow -> submit(workflow, 1));
        await().until(() -> started.size() == 4);
        assertThat(started).containsExactlyInAnyOrder("long", "long", "a", "b");
        end.countDown();
        await().until(() -> started.contains("c"));
    }

    /** With an overflow slot for each of them, there are six threads for the two workflows. */
    @Test
    void doubleWeightGetsDoubleThreads() {
        try (TaskSlots four = new TaskSlots("four", 4)) {
            CountDownLatch first = new CountDownLatch(1);
            IntStream.range(0, 4).forEach(i -> four.submit(waiting("first", 1, first)));
            await().until(() -> started.size() == 4);
            IntStream.range(0, 5).forEach(i -> four.submit(waiting("usual", 10, end)));
            IntStream.range(0, 5).forEach(i -> four.submit(waiting("preferred", 20, end)));
            await().until(() -> started.size() == 6);
            first.countDown();
            await().until(() -> started.size() == 10);
            assertThat(started).filteredOn("preferred"::equals).hasSize(4);
            assertThat(started).filteredOn("usual"::equals).hasSize(2);
            end.countDown();
        }
    }

    private record Refusable(String workflow, int weight, List<SssException> refused) implements TaskSlots.Task {
        @Override
        public void refuse(SssException why) {
            refused.add(why);
        }

        @Override
        public void run() {
            throw new AssertionError("there is no thread for it");
        }
    }

    @Test
    void refusesWaitingTasksIfAbandonedThreadCannotBeReplaced() {
        AtomicBoolean noThreads = new AtomicBoolean();
        AtomicReference<Thread> stuck = new AtomicReference<>();
        List<SssException> refused = new CopyOnWriteArrayList<>();
        try (TaskSlots one = new TaskSlots("one", 1, thread -> {
            if (noThreads.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            thread.start();
        })) {
            TaskSlots.Task hanging = new Work("a", 1, () -> {
                stuck.set(Thread.currentThread());
                join(end);
            });
            one.submit(hanging);
            await().until(() -> stuck.get() != null);
            noThreads.set(true);
            one.submit(new Refusable("a", 1, refused));
            one.abandon(stuck.get(), hanging);
            assertThat(refused)
                    .singleElement()
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
            assertThatThrownBy(() -> one.submit(new Refusable("a", 1, refused)))
                    .hasMessageContainingAll("a task of one was refused", "unable to create native thread");
            noThreads.set(false);
            CountDownLatch later = new CountDownLatch(1);
            one.submit(new Work("a", 1, later::countDown));
            join(later);
        }
    }

    @Test
    void eachSlotHasItsOwnThreadGroup() {
        Set<ThreadGroup> groups = ConcurrentHashMap.newKeySet();
        int expected = 0;
        for (String workflow : List.of("a", "a", "overflow")) {
            slots.submit(new Work(workflow, 1, () -> {
                groups.add(Thread.currentThread().getThreadGroup());
                join(end);
            }));
            int count = ++expected;
            await().until(() -> groups.size() == count);
        }
        assertThat(groups).doesNotContain(Thread.currentThread().getThreadGroup());
    }
}
