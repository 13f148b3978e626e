package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupWrite;
import org.sss.client.link.WriterBuffer;
import org.sss.net.control.AttemptId;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.server.node.EmbeddedCluster;

/** Writers of a group, looked at from inside. */
class GroupWriteIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    private EmbeddedCluster cluster;
    private ClusterLink link;

    @BeforeEach
    void start() {
        cluster = EmbeddedCluster.start(2, directory, EmbeddedConfig.defaults().asFleeting());
        link = new ClusterLink(cluster.transport(), cluster.coordinator());
    }

    @AfterEach
    void stop() {
        link.close();
        cluster.close();
    }

    @Test
    void rejectsNullWithItsKeyAndRemainsUsable() {
        TupleGroup<String, String> group = TupleGroup.of("texts", Codecs.STRING, Codecs.STRING);
        try (GroupWriter<String, String> writer = new GroupWriter<>(link, group, "test")) {
            assertThat(catchThrowableOfType(SssException.class, () -> writer.append("pear", (String) null)))
                    .hasMessageContaining("group 'texts' was given a null value of key <pear>")
                    .extracting(SssException::code)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(catchThrowableOfType(SssException.class, () -> writer.append(null, "green")))
                    .hasMessageContaining("group 'texts' was given a null key");
            writer.append("pear", "green");
            assertThat(writer.commit().tuples()).isEqualTo(1);
        }
    }

    @Test
    void rejectsANullStreamAndRemainsUsable() throws IOException {
        TupleGroup<String, Bytes> group = TupleGroup.of("files", Codecs.STRING, Codecs.BYTES);
        try (GroupWriter<String, Bytes> writer = new GroupWriter<>(link, group, "test")) {
            assertThat(catchThrowableOfType(
                            SssException.class, () -> writer.append(null, InputStream.nullInputStream())))
                    .hasMessageContaining("group 'files' was given a null key")
                    .extracting(SssException::code)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(catchThrowableOfType(SssException.class, () -> writer.append("pear", (InputStream) null)))
                    .hasMessageContaining("group 'files' was given a null value of key <pear>")
                    .extracting(SssException::code)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            writer.append("pear", InputStream.nullInputStream());
            assertThat(writer.commit().tuples()).isEqualTo(1);
        }
    }

    @Test
    void concurrentCallsPreventTheCommit() throws IOException {
        TupleGroup<String, Bytes> group = TupleGroup.of("files", Codecs.STRING, Codecs.BYTES);
        try (GroupWriter<String, Bytes> writer = new GroupWriter<>(link, group, "test")) {
            InputStream appending = new InputStream() {
                @Override
                public int read() {
                    CompletableFuture.runAsync(() -> writer.append("apple", Bytes.of("x")))
                            .exceptionally(swallowed -> null)
                            .join();
                    return -1;
                }
            };
            assertThat(catchThrowableOfType(SssException.class, () -> writer.append("pear", appending)))
                    .hasMessageContaining("at the same time");
            assertThat(catchThrowableOfType(SssException.class, writer::commit))
                    .hasMessageContaining("two threads used the writer of" + " group 'files' at the same time")
                    .extracting(SssException::code)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }

    @Test
    void aGroupIsCommittedWithMoreAttemptsThanATrailerCanName() {
        List<AttemptId> attempts = IntStream.range(0, 20_000)
                .mapToObj(i -> new AttemptId("write", 0, i))
                .toList();
        try (GroupWrite write =
                GroupWriter.open(link, NUMBERS, WriterPlacement.of(link, NUMBERS, Partitioners.hash()), "test")) {
            assertThat(write.commit(attempts).tuples()).isZero();
        }
    }

    @Test
    void buffersInUseByAnInterruptedImportAreNotReused() throws InterruptedException {
        WriterBuffer buffer = link.writerBuffers().take();
        link.writerBuffers().give(buffer);
        Stuck source = new Stuck();
        CompletableFuture<ErrorCode> error = new CompletableFuture<>();
        Thread importing = new Thread(() -> {
            try (GroupWriters<Long, Long> writers = new GroupWriters<>(link, NUMBERS, 1, "test")) {
                error.complete(
                        catchThrowableOfType(SssException.class, () -> writers.appendAll(source, new Transferred()))
                                .code());
            }
        });
        importing.start();
        source.started.orTimeout(20, TimeUnit.SECONDS).join();
        importing.interrupt();
        importing.join(20_000);
        assertThat(error).isCompletedWithValue(ErrorCode.CANCELLED);
        assertThat(link.writerBuffers().take()).isNotSameAs(buffer);
        source.goOn.complete(null);
        assertThat(source.ended.orTimeout(20, TimeUnit.SECONDS).join())
                .as("the thread cannot write any more")
                .isEqualTo(ErrorCode.CLOSED);
    }

    @Test
    void theBufferOfAClosedWriterIsReused() {
        WriterBuffer buffer = link.writerBuffers().take();
        link.writerBuffers().give(buffer);
        try (GroupWriters<Long, Long> writers = new GroupWriters<>(link, NUMBERS, 1, "test")) {
            writers.get(0).append(1L, 1L);
            writers.commit();
        }
        assertThat(link.writerBuffers().take()).isSameAs(buffer);
    }

    /** One split that blocks halfway, also if interrupted. Read only in this process. */
    private static final class Stuck implements TupleSource<Long, Long> {
        private static final long serialVersionUID = 1L;

        private final transient CompletableFuture<Void> started = new CompletableFuture<>();
        private final transient CompletableFuture<Void> goOn = new CompletableFuture<>();
        private final transient CompletableFuture<ErrorCode> ended = new CompletableFuture<>();

        @Override
        public String name() {
            return "stuck";
        }

        @Override
        public List<Split> splits() {
            return List.of(new Split("all", new byte[0]));
        }

        @Override
        public void read(Split split, TupleSink<Long, Long> to) throws Exception {
            to.accept(1L, 1L);
            started.complete(null);
            goOn.orTimeout(20, TimeUnit.SECONDS).join();
            try {
                to.accept(2L, 2L);
                ended.complete(null);
            } catch (SssException e) {
                ended.complete(e.code());
                throw e;
            }
        }
    }
}
