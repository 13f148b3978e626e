package org.sss.server.node.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.transport.OutOfMemory;

class RunningTasksTest {
    private final ByteBuffer note = ByteBuffer.allocateDirect(RunningTasks.noteBytesFor(2));
    private final RunningTasks tasks = new RunningTasks(note, 16 << 20);
    /** It stays alive: allocation of ended threads is unknown. */
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    /** The objects of the task. */
    private volatile byte[] allocated;

    @AfterEach
    void stop() {
        other.shutdownNow();
    }

    private String complete() {
        tasks.complete(OutOfMemory.DIRECT, "node-1 call");
        byte[] text = new byte[note.capacity()];
        note.get(0, text);
        return new String(text, StandardCharsets.US_ASCII);
    }

    @Test
    void greediestTaskIsFirst() throws InterruptedException, ExecutionException {
        int modest = tasks.start("wf-1", "map-1");
        onAnotherThread(() -> {
            tasks.start("wf-2", "zähle, was da ist");
            allocated = new byte[32 << 20];
        });
        allocated = new byte[64 << 20];
        tasks.sign(modest);
        String text = complete();
        assertThat(RunningTasks.threadOf(text)).isEqualTo("node-1_call");
        assertThat(RunningTasks.kindOf(text)).isEqualTo(OutOfMemory.DIRECT);
        assertThat(RunningTasks.tasksOf(text)).extracting(RanThen::workflow).containsExactly("wf-2", "wf-1");
        RanThen greediest = RunningTasks.tasksOf(text).get(0);
        assertThat(greediest.job()).isEqualTo("zähle, was da ist");
        assertThat(greediest.bytes()).isBetween(32L << 20, 48L << 20);
    }

    @Test
    void omitsEndedTasks() {
        int entry = tasks.start("wf-1", "map-1");
        tasks.end(entry);
        assertThat(RunningTasks.tasksOf(complete())).isEmpty();
    }

    @Test
    void reportsLastLocationOfTask() {
        int entry = tasks.start("wf-1", "map 1");
        tasks.at(entry, "key <a long one> at Busy.map(Busy.java:17)");
        tasks.at(entry, "key <49> at Busy.map(Busy.java:7)");
        assertThat(RunningTasks.tasksOf(complete()))
                .extracting(RanThen::job, RanThen::at)
                .containsExactly(tuple("map 1", "key <49> at Busy.map(Busy.java:7)"));
        tasks.end(entry);
        tasks.at(entry, "too late");
        tasks.at(-1, "no entry");
        tasks.start("wf-2", "map 2");
        assertThat(RunningTasks.tasksOf(complete())).extracting(RanThen::at).containsOnlyNulls();
    }

    @Test
    void ownReportOfTaskWinsAndIsRetainedAfterItsEnd() {
        int entry = tasks.start("wf-1", "map 1");
        tasks.at(entry, "key <1> at Busy.map(Busy.java:17)");
        allocated = new byte[32 << 20];
        tasks.met(entry);
        tasks.sign(entry);
        tasks.reportedAt(entry, "key <2> at Busy.map(Busy.java:7)");
        tasks.at(entry, "key <3>");
        tasks.end(entry);
        tasks.at(entry, "key <4>");
        assertThat(tasks.start("wf-2", "map 2")).isNotEqualTo(entry);
        List<RanThen> tasksOfNote = RunningTasks.tasksOf(complete());
        assertThat(tasksOfNote)
                .extracting(RanThen::workflow, RanThen::at)
                .containsExactly(tuple("wf-1", "key <2> at Busy.map(Busy.java:7)"), tuple("wf-2", null));
        assertThat(tasksOfNote.get(0).bytes()).isGreaterThanOrEqualTo(32 << 20);
        assertThat(tasks.start("wf-3", "map 3"))
                .as("running tasks replace ended ones")
                .isEqualTo(entry);
    }

    @Test
    void laterGreedyTaskReplacesEndedOne() throws InterruptedException, ExecutionException {
        int over = tasks.start("wf-1", "map 1");
        allocated = new byte[64 << 20];
        tasks.met(over);
        tasks.end(over);
        onAnotherThread(() -> {
            tasks.start("wf-2", "map 2");
            allocated = new byte[32 << 20];
        });
        assertThat(RunningTasks.tasksOf(complete()))
                .extracting(RanThen::workflow)
                .containsExactly("wf-2");
    }

    @Test
    void awaitsOnlyGreediestTaskThatHasNotReported() throws InterruptedException, ExecutionException {
        assertThat(tasks.awaitsGreediest()).as("nobody").isFalse();
        int mine = tasks.start("wf-1", "map 1");
        allocated = new byte[32 << 20];
        assertThat(tasks.awaitsGreediest()).as("the calling thread").isFalse();
        AtomicInteger entry = new AtomicInteger();
        onAnotherThread(() -> entry.set(tasks.start("wf-2", "map 2")));
        assertThat(tasks.awaitsGreediest()).as("a task with a small allocation").isFalse();
        tasks.end(entry.get());
        onAnotherThread(() -> {
            entry.set(tasks.start("wf-2", "map 2"));
            allocated = new byte[64 << 20];
        });
        assertThat(tasks.awaitsGreediest()).isTrue();
        tasks.reportedAt(mine, "key <1>");
        assertThat(tasks.awaitsGreediest()).isTrue();
        tasks.reportedAt(entry.get(), "key <2>");
        assertThat(tasks.awaitsGreediest()).isFalse();
    }

    @Test
    void taskWithSmallAllocationBesideOthersIsNotGreedy() throws InterruptedException, ExecutionException {
        int mine = tasks.start("wf-1", "map 1");
        assertThat(tasks.hasOthers(mine)).as("alone").isFalse();
        assertThat(tasks.isGreedy(mine)).isFalse();
        AtomicInteger entry = new AtomicInteger();
        onAnotherThread(() -> entry.set(tasks.start("wf-1", "map 1")));
        assertThat(tasks.hasOthers(mine)).as("a task of the same workflow").isFalse();
        onAnotherThread(() -> tasks.end(entry.get()));
        onAnotherThread(() -> entry.set(tasks.start("wf-2", "map 2")));
        assertThat(tasks.hasOthers(mine)).isTrue();
        onAnotherThread(() -> {
            tasks.met(entry.get());
            tasks.end(entry.get());
        });
        assertThat(tasks.hasOthers(mine)).as("its objects may fill the heap").isTrue();
        allocated = new byte[32 << 20];
        assertThat(tasks.isGreedy(mine)).isTrue();
        assertThat(tasks.isGreedy(-1)).as("without an entry").isTrue();
        assertThat(tasks.hasOthers(-1)).isFalse();
        onAnotherThread(() -> {
            entry.set(tasks.start("wf-3", "map 3"));
            allocated = new byte[48 << 20];
        });
        assertThat(tasks.isGreedy(mine))
                .as("another workflow has allocated more")
                .isFalse();
    }

    private void onAnotherThread(Runnable work) throws InterruptedException, ExecutionException {
        other.submit(work).get();
    }

    @Test
    void limitsEntriesToCapacityOfNote() {
        assertThat(tasks.start("wf-1", "a")).isZero();
        assertThat(tasks.start("wf-1", "b")).isEqualTo(1);
        assertThat(tasks.start("wf-1", "c")).isEqualTo(-1);
        tasks.end(-1);
        assertThat(RunningTasks.NONE.start("wf-1", "a")).isEqualTo(-1);
    }

    @Test
    void truncatesLongName() {
        tasks.start("wf-1", "ü".repeat(100));
        assertThat(RunningTasks.tasksOf(complete()))
                .singleElement()
                .satisfies(task -> assertThat(task.job()).startsWith("üüü"));
    }

    @Test
    void ignoresMalformedLines() {
        assertThat(RunningTasks.tasksOf(null)).isEmpty();
        assertThat(RunningTasks.tasksOf("thread\n0123 wf-1 a\n\n00000000000000ff wf-2 a+b%2\nzz"))
                .containsExactly(new RanThen("wf-2", "a b", 255, null));
    }
}
