package org.sss.server.task.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TaskContext.Publication;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.store.RenamedFile;
import org.sss.net.control.AttemptId;
import org.sss.server.task.TaskBed;
import org.sss.server.task.TaskRunner;
import org.sss.server.task.output.MemoryRuns;

/** Tasks that were abandoned and return when their job is over. */
@Timeout(60)
class LateTaskTest {
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
    private static final AttemptId COUNTING = new AttemptId("wf-1/job", 0, 1);
    private static final AttemptId LATE = new AttemptId("wf-1/job", 0, 0);

    @TempDir
    Path directory;

    private Path written() {
        try {
            return Files.createTempFile(directory, "written", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JobFiles.Written fileOf(AttemptId attempt) {
        return new JobFiles.Written(attempt, new RenamedFile(written(), directory.resolve("part-00000")));
    }

    @Test
    void codeThatReturnsAfterItsTaskWasCancelledPublishesNothing() {
        AtomicReference<TaskRunner> runner = new AtomicReference<>();
        AtomicReference<Path> file = new AtomicReference<>();
        Mapper<String, Long, String, Long> late = new Mapper<>() {
            private TaskContext task;

            @Override
            public void setup(TaskContext context) {
                task = context;
            }

            @Override
            public void map(String key, Long value, Emitter<String, Long> out) {
                // Nothing is emitted, so no data server refuses what comes too late.
            }

            @Override
            public void close(Emitter<String, Long> out) {
                runner.get().cancel();
                file.set(written());
                task.publish(file.get(), directory.resolve("part-00000"));
            }
        };
        try (TaskBed bed = new TaskBed()) {
            runner.set(bed.runner(
                    Workflow.named("w").map(WORDS, TupleGroup.of("out", Codecs.STRING, Codecs.LONG), late),
                    new MemoryRuns()));
            assertThat(catchThrowableOfType(SssException.class, runner.get()::run)
                            .code())
                    .isEqualTo(ErrorCode.CANCELLED);
        }
        assertThat(file.get()).doesNotExist();
    }

    /** A result outside SSS, which writes down what is called. */
    private record Recorded(String target, List<String> calls, String fails) implements Publication {
        private void called(String name) throws IOException {
            calls.add(name + " " + target);
            if (name.equals(fails)) {
                throw new IOException("no connection");
            }
        }

        @Override
        public void prepare() throws IOException {
            called("prepare");
        }

        @Override
        public void publish() throws IOException {
            called("publish");
        }

        @Override
        public void discard() throws IOException {
            called("discard");
        }
    }

    @Test
    void publishesResultsOfTheAttemptsThatCountAndDiscardsOthers() {
        List<String> calls = new ArrayList<>();
        JobFiles files = new JobFiles();
        files.add(7, List.of(new JobFiles.Written(COUNTING, new Recorded("a", calls, ""))));
        files.add(7, List.of(new JobFiles.Written(LATE, new Recorded("b", calls, "discard"))));
        files.committed(7, List.of(COUNTING));
        assertThat(calls).containsExactly("publish a", "discard b");
    }

    @Test
    void discardsAllResultsIfOneCannotBePublished() {
        List<String> calls = new ArrayList<>();
        JobFiles files = new JobFiles();
        for (String target : List.of("a", "b", "c")) {
            Recorded result = new Recorded(target, calls, target.equals("b") ? "publish" : "");
            files.add(7, List.of(new JobFiles.Written(COUNTING, result)));
        }
        assertThat(catchThrowableOfType(SssException.class, () -> files.committed(7, List.of(COUNTING))))
                .hasMessageContaining("no connection");
        assertThat(calls).containsExactly("publish a", "publish b", "discard a", "discard b", "discard c");
    }

    @Test
    void discardsAResultThatCouldNotBePrepared() {
        List<String> calls = new ArrayList<>();
        Mapper<String, Long, String, Long> failing = new Mapper<>() {
            @Override
            public void setup(TaskContext task) {
                task.publish(new Recorded("a", calls, "prepare"));
            }

            @Override
            public void map(String key, Long value, Emitter<String, Long> out) {
                // is not reached
            }
        };
        try (TaskBed bed = new TaskBed()) {
            TaskRunner runner = bed.runner(
                    Workflow.named("w").map(WORDS, TupleGroup.of("out", Codecs.STRING, Codecs.LONG), failing),
                    new MemoryRuns());
            assertThat(catchThrowableOfType(SssException.class, runner::run))
                    .hasMessageContaining("file 'a' cannot be written: java.io.IOException: no connection");
        }
        assertThat(calls).containsExactly("prepare a", "discard a");
    }

    @Test
    void filesThatComeAfterTheirGroupWasDroppedAreDeleted() {
        JobFiles files = new JobFiles();
        files.dropped(7);
        files.add(7, List.of(fileOf(LATE)));
        files.add(7, List.of(fileOf(LATE)));
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void filesOfAnAttemptThatComesAfterTheCommitAreDeleted() {
        JobFiles files = new JobFiles();
        files.add(7, List.of(fileOf(COUNTING)));
        files.committed(7, List.of(COUNTING));
        files.add(7, List.of(fileOf(LATE)));
        assertThat(directory).isDirectoryContaining(path -> path.endsWith("part-00000"));
        assertThat(directory.toFile().list()).hasSize(1);
    }
}
