package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.FakeCoordinator;
import org.sss.client.link.GroupPuts;
import org.sss.client.link.GroupWrite;
import org.sss.client.link.WriterBuffer;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ServerVerbs;

/** What a writer of a group does when something goes wrong. */
class GroupWriteTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

    private final FakeCoordinator coordinator = new FakeCoordinator();
    private final ClusterLink link = coordinator.link();

    @AfterEach
    void close() {
        link.close();
        coordinator.close();
    }

    @Test
    void reportsThatAnUnansweredCommitMayBeDone() {
        coordinator.commits = FakeCoordinator.Commits.LOST;
        try (GroupWrite write =
                GroupWriter.open(link, NUMBERS, WriterPlacement.of(link, NUMBERS, Partitioners.hash()), "test")) {
            assertThatThrownBy(() -> write.commit(List.of()))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE))
                    .hasMessageContainingAll("'numbers'", "was not answered", "may exist", "sss group ls");
        }
    }

    @Test
    void reportsACommitRefusedByTheCoordinator() {
        try (GroupWrite write =
                GroupWriter.open(link, NUMBERS, WriterPlacement.of(link, NUMBERS, Partitioners.hash()), "test")) {
            assertThatThrownBy(() -> write.commit(List.of())).hasMessage("the disk is full");
        }
    }

    @Test
    void commitTimeoutExceedsThatOfTheCoordinator() {
        assertThat(GroupWrite.COMMIT_TIMEOUT).isGreaterThan(ServerVerbs.COMMIT_TIMEOUT);
    }

    @Test
    void rejectsTooManyAttemptsBeforeSending() {
        try (GroupWrite write =
                GroupWriter.open(link, NUMBERS, WriterPlacement.of(link, NUMBERS, Partitioners.hash()), "test")) {
            for (int i = 0; i < GroupPuts.MAX_ATTEMPTS; i++) {
                write.puts().open(new AttemptId("write", 0, i));
            }
            assertThatThrownBy(() -> write.puts().open(new AttemptId("write", 0, -1)))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE))
                    .hasMessageContainingAll("'numbers'", "another group");
        }
    }

    @Test
    void aFailedCodecSetupDiscardsTheGroup() throws InterruptedException {
        assertThatThrownBy(() -> new GroupWriter<>(link, TupleGroup.of("numbers", Codecs.LONG, new Failing(0)), "test"))
                .hasMessage("no codec");
        assertThat(coordinator.awaitEnd()).isEqualTo("abort");
    }

    @Test
    void aFailedCodecSetupOfAnotherWriterReleasesTheFirstOne() throws InterruptedException {
        WriterBuffer buffer = link.writerBuffers().take();
        link.writerBuffers().give(buffer);
        try (GroupWriters<Long, Long> writers =
                new GroupWriters<>(link, TupleGroup.of("numbers", Codecs.LONG, new Failing(1)), 2, "test")) {
            assertThatThrownBy(() -> writers.get(1)).hasMessage("no codec");
        }
        assertThat(coordinator.awaitEnd()).isEqualTo("abort");
        assertThat(link.writerBuffers().take()).isSameAs(buffer);
    }

    @Test
    void anInterruptedThreadDoesNotWaitForTheAbort() throws InterruptedException {
        coordinator.answersAborts = false;
        GroupWrite write =
                GroupWriter.open(link, NUMBERS, WriterPlacement.of(link, NUMBERS, Partitioners.hash()), "test");
        Thread.currentThread().interrupt();
        write.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(coordinator.awaitEnd()).isEqualTo("abort");
        assertThat(coordinator.awaitEnd()).contains("the writer was closed without a commit");
    }

    /** Longs; {@link #forTask} fails after a number of uses. */
    private record Failing(AtomicInteger uses) implements Codec<Long> {
        Failing(int uses) {
            this(new AtomicInteger(uses));
        }

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public void encode(Long value, ByteSink sink) {
            Codecs.LONG.encode(value, sink);
        }

        @Override
        public Long decode(byte[] bytes, int offset, int length) {
            return Codecs.LONG.decode(bytes, offset, length);
        }

        @Override
        public Codec<Long> forTask() {
            if (uses.getAndDecrement() == 0) {
                throw new IllegalStateException("no codec");
            }
            return this;
        }
    }
}
