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
    /** It lives on: nobody knows what a thread had that is gone. */
    private final ExecutorService other = Executors.newSingleThreadExecutor();
    /** What the task has made. */
    private volatile byte[] made;

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
    void theGreediestTaskComesFirst() throws InterruptedException, ExecutionException {
        int modest = tasks.begin("wf-1", "map-1");
        onAnotherThread(() -> {
            tasks.begin("wf-2", "zähle, was da ist");
            made = new byte[32 << 20];
        });
        made = new byte[64 << 20];
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
    void tasksThatAreOverAreNotTold() {
        int place = tasks.begin("wf-1", "map-1");
        tasks.end(place);
        assertThat(RunningTasks.tasksOf(complete())).isEmpty();
    }

    @Test
    void whereTheCodeOfATaskWasLastIsTold() {
        int place = tasks.begin("wf-1", "map 1");
        tasks.at(place, "key <a long one> at Busy.map(Busy.java:17)");
        tasks.at(place, "key <49> at Busy.map(Busy.java:7)");
        assertThat(RunningTasks.tasksOf(complete())).extracting(RanThen::job, RanThen::at)
                .containsExactly(tuple("map 1", "key <49> at Busy.map(Busy.java:7)"));
        tasks.end(place);
        tasks.at(place, "too late");
        tasks.at(-1, "no place");
        tasks.begin("wf-2", "map 2");
        assertThat(RunningTasks.tasksOf(complete())).extracting(RanThen::at).containsOnlyNulls();
    }

    @Test
    void whatATaskSaysItselfCountsMoreAndIsToldForAWhileWhenItIsOver() {
        int place = tasks.begin("wf-1", "map 1");
        tasks.at(place, "key <1> at Busy.map(Busy.java:17)");
        made = new byte[32 << 20];
        tasks.met(place);
        tasks.sign(place);
        tasks.said(place, "key <2> at Busy.map(Busy.java:7)");
        tasks.at(place, "key <3>");
        tasks.end(place);
        tasks.at(place, "key <4>");
        assertThat(tasks.begin("wf-2", "map 2")).isNotEqualTo(place);
        List<RanThen> told = RunningTasks.tasksOf(complete());
        assertThat(told).extracting(RanThen::workflow, RanThen::at)
                .containsExactly(tuple("wf-1", "key <2> at Busy.map(Busy.java:7)"), tuple("wf-2", null));
        assertThat(told.get(0).bytes()).isGreaterThanOrEqualTo(32 << 20);
        assertThat(tasks.begin("wf-3", "map 3")).as("places are for those that run").isEqualTo(place);
    }

    @Test
    void whoHasFilledTheHeapSinceThenIsToldAlone() throws InterruptedException, ExecutionException {
        int over = tasks.begin("wf-1", "map 1");
        made = new byte[64 << 20];
        tasks.met(over);
        tasks.end(over);
        onAnotherThread(() -> {
            tasks.begin("wf-2", "map 2");
            made = new byte[32 << 20];
        });
        assertThat(RunningTasks.tasksOf(complete())).extracting(RanThen::workflow).containsExactly("wf-2");
    }

    @Test
    void onlyWhoMayHaveFilledTheHeapAndHasNotSaidSoIsWaitedFor() throws InterruptedException, ExecutionException {
        assertThat(tasks.isGreediestSilent()).as("nobody").isFalse();
        int mine = tasks.begin("wf-1", "map 1");
        made = new byte[32 << 20];
        assertThat(tasks.isGreediestSilent()).as("who waits").isFalse();
        AtomicInteger place = new AtomicInteger();
        onAnotherThread(() -> place.set(tasks.begin("wf-2", "map 2")));
        assertThat(tasks.isGreediestSilent()).as("one that has taken little").isFalse();
        tasks.end(place.get());
        onAnotherThread(() -> {
            place.set(tasks.begin("wf-2", "map 2"));
            made = new byte[64 << 20];
        });
        assertThat(tasks.isGreediestSilent()).isTrue();
        tasks.said(mine, "key <1>");
        assertThat(tasks.isGreediestSilent()).isTrue();
        tasks.said(place.get(), "key <2>");
        assertThat(tasks.isGreediestSilent()).isFalse();
    }

    @Test
    void whoHasTakenLittleWhileOthersRanHasNotFilledTheHeap() throws InterruptedException, ExecutionException {
        int mine = tasks.begin("wf-1", "map 1");
        assertThat(tasks.isBesideOthers(mine)).as("alone").isFalse();
        assertThat(tasks.isGreedy(mine)).isFalse();
        AtomicInteger place = new AtomicInteger();
        onAnotherThread(() -> place.set(tasks.begin("wf-1", "map 1")));
        assertThat(tasks.isBesideOthers(mine)).as("beside its own workflow").isFalse();
        onAnotherThread(() -> tasks.end(place.get()));
        onAnotherThread(() -> place.set(tasks.begin("wf-2", "map 2")));
        assertThat(tasks.isBesideOthers(mine)).isTrue();
        onAnotherThread(() -> {
            tasks.met(place.get());
            tasks.end(place.get());
        });
        assertThat(tasks.isBesideOthers(mine)).as("what it has left may fill the heap").isTrue();
        made = new byte[32 << 20];
        assertThat(tasks.isGreedy(mine)).isTrue();
        assertThat(tasks.isGreedy(-1)).as("nothing is known").isTrue();
        assertThat(tasks.isBesideOthers(-1)).isFalse();
        onAnotherThread(() -> {
            place.set(tasks.begin("wf-3", "map 3"));
            made = new byte[48 << 20];
        });
        assertThat(tasks.isGreedy(mine)).as("another workflow has taken more").isFalse();
    }

    private void onAnotherThread(Runnable work) throws InterruptedException, ExecutionException {
        other.submit(work).get();
    }

    @Test
    void thereAreAsManyPlacesAsTheNoteHasRoomFor() {
        assertThat(tasks.begin("wf-1", "a")).isZero();
        assertThat(tasks.begin("wf-1", "b")).isEqualTo(1);
        assertThat(tasks.begin("wf-1", "c")).isEqualTo(-1);
        tasks.end(-1);
        assertThat(RunningTasks.NONE.begin("wf-1", "a")).isEqualTo(-1);
    }

    @Test
    void aNameThatIsTooLongIsCut() {
        tasks.begin("wf-1", "ü".repeat(100));
        assertThat(RunningTasks.tasksOf(complete())).singleElement().satisfies(task -> assertThat(task.job()).startsWith("üüü"));
    }

    @Test
    void whatMakesNoSenseIsLeftOut() {
        assertThat(RunningTasks.tasksOf(null)).isEmpty();
        assertThat(RunningTasks.tasksOf("thread\n0123 wf-1 a\n\n00000000000000ff wf-2 a+b%2\nzz")).containsExactly(new RanThen("wf-2", "a b", 255, null));
    }
}
