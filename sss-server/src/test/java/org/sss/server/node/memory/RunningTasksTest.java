package org.sss.server.node.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.sss.net.control.ServerVerbs.RanThen;

class RunningTasksTest {
    private final ByteBuffer note = ByteBuffer.allocateDirect(RunningTasks.noteBytesFor(2));
    private final RunningTasks tasks = new RunningTasks(note);
    /** What the task has made. */
    private volatile byte[] made;

    private String complete() {
        tasks.complete("node-1 call");
        byte[] text = new byte[note.capacity()];
        note.get(0, text);
        return new String(text, StandardCharsets.US_ASCII);
    }

    @Test
    void theGreediestTaskComesFirst() throws InterruptedException, ExecutionException {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            int modest = tasks.begin("wf-1", "map-1");
            other.submit(() -> {
                tasks.begin("wf-2", "zähle, was da ist");
                made = new byte[32 << 20];
            }).get();
            made = new byte[64 << 20];
            tasks.sign(modest);
            String text = complete();
            assertThat(RunningTasks.threadOf(text)).isEqualTo("node-1_call");
            assertThat(RunningTasks.tasksOf(text)).extracting(RanThen::workflow).containsExactly("wf-2", "wf-1");
            RanThen greediest = RunningTasks.tasksOf(text).get(0);
            assertThat(greediest.job()).isEqualTo("zähle, was da ist");
            assertThat(greediest.bytes()).isBetween(32L << 20, 48L << 20);
        } finally {
            other.shutdownNow();
        }
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
