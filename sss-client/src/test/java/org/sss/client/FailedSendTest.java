package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.FakeCoordinator;
import org.sss.client.link.WriterBuffer;

/** A send that failed may have stored a part of its tuples: nothing of them may be sent once more. */
class FailedSendTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Bytes> BLOBS = TupleGroup.of("blobs", Codecs.LONG, Codecs.BYTES);
    private static final int TUPLES = 1000;

    private final FakeCoordinator coordinator = new FakeCoordinator(2);
    private final ClusterLink link = coordinator.link();
    private final FakePuts first = new FakePuts();
    private final FakePuts second = new FakePuts();

    @AfterEach
    void close() {
        link.close();
        coordinator.close();
    }

    @Test
    void doesNotRetryACommitAfterANodeReturns() {
        coordinator.data(0, first);
        try (GroupWriter<Long, Long> writer = new GroupWriter<>(link, NUMBERS, "test")) {
            append(writer);
            SssException down = failure(writer::commit, ErrorCode.NODE_UNREACHABLE);
            coordinator.data(1, second);
            assertIsOver(writer::commit, down);
            assertIsOver(writer::finish, down);
            assertIsOver(() -> writer.append(1L, 1L), down);
        }
        assertThat(first.tuples).hasValueLessThan(TUPLES);
        assertThat(second.streams).hasValue(0);
    }

    @Test
    void oneOfSeveralWritersThatFailedIsNotFinishedByTheCommit() {
        coordinator.data(0, first);
        try (GroupWriters<Long, Long> writers = new GroupWriters<>(link, NUMBERS, 2, "test")) {
            append(writers.get(1));
            SssException down = failure(writers.get(1)::finish, ErrorCode.NODE_UNREACHABLE);
            coordinator.data(1, second);
            assertIsOver(writers::commit, down);
        }
        assertThat(second.streams).hasValue(0);
    }

    @Test
    void doesNotRepeatAFailedSendInTheNextAppend() throws IOException {
        coordinator.data(0, first);
        try (GroupWriter<Long, Bytes> writer = new GroupWriter<>(link, BLOBS, "test")) {
            Bytes large = Bytes.of(new byte[100_000]);
            SssException down = failure(
                    () -> {
                        for (long key = 0; key < TUPLES; key++) {
                            writer.append(key, large);
                        }
                    },
                    ErrorCode.NODE_UNREACHABLE);
            coordinator.data(1, second);
            assertIsOver(() -> writer.append(1L, large), down);
            assertIsOver(() -> writer.append(1L, new ByteArrayInputStream(new byte[10])), down);
            assertIsOver(writer::commit, down);
        }
        assertThat(second.streams).hasValue(0);
    }

    @Test
    void aFailedSendOfAStreamEndsTheWriter() {
        try (GroupWriter<Long, Bytes> writer = new GroupWriter<>(link, BLOBS, "test")) {
            SssException down = failure(
                    () -> writer.append(1L, new ByteArrayInputStream(new byte[600_000])), ErrorCode.NODE_UNREACHABLE);
            coordinator.data(0, first);
            coordinator.data(1, second);
            assertIsOver(writer::commit, down);
        }
        assertThat(first.streams.get() + second.streams.get()).isZero();
    }

    @Test
    void reportsTheErrorOfTheDataServersAgain() {
        first.diskIsFull = true;
        coordinator.data(0, first);
        coordinator.data(1, second);
        try (GroupWriter<Long, Long> writer = new GroupWriter<>(link, NUMBERS, "test")) {
            append(writer);
            SssException full = failure(writer::commit, ErrorCode.STORAGE);
            assertIsOver(writer::commit, full);
            assertIsOver(() -> writer.append(1L, 1L), full);
        }
    }

    @Test
    void doesNotReuseTheBufferOfAFailedWriter() {
        WriterBuffer buffer = link.writerBuffers().take();
        link.writerBuffers().give(buffer);
        try (GroupWriter<Long, Long> writer = new GroupWriter<>(link, NUMBERS, "test")) {
            append(writer);
            failure(writer::commit, ErrorCode.NODE_UNREACHABLE);
        }
        assertThat(link.writerBuffers().take()).isNotSameAs(buffer);
    }

    @Test
    void remainsUsableAfterACodecFailure() {
        coordinator.data(0, first);
        coordinator.data(1, second);
        TupleGroup<Long, Long> even = TupleGroup.of("even", Codecs.LONG, new EvenLongs());
        try (GroupWriter<Long, Long> writer = new GroupWriter<>(link, even, "test")) {
            writer.append(1L, 2L);
            assertThatThrownBy(() -> writer.append(1L, 3L)).hasMessage("3 is odd");
            writer.append(1L, 4L);
            writer.finish();
        }
        assertThat(first.tuples.get() + second.tuples.get()).isEqualTo(2);
    }

    private static void append(GroupWriter<Long, Long> writer) {
        for (long key = 0; key < TUPLES; key++) {
            writer.append(key, key);
        }
    }

    private static SssException failure(ThrowingCallable call, ErrorCode code) {
        SssException e = catchThrowableOfType(SssException.class, call);
        assertThat(e).isNotNull().hasMessageNotContaining("earlier");
        assertThat(e.code()).isEqualTo(code);
        return e;
    }

    private static void assertIsOver(ThrowingCallable call, SssException first) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(SssException.class, e -> {
                    assertThat(e.code()).isEqualTo(first.code());
                    assertThat(e.getCause()).isSameAs(first);
                })
                .hasMessageContainingAll("an earlier send to group", "write the group again", first.getMessage());
    }

    /** Refuses odd ones after their first byte. */
    private static final class EvenLongs implements Codec<Long> {
        @Override
        public String name() {
            return "even";
        }

        @Override
        public void encode(Long value, ByteSink sink) {
            sink.writeByte(0);
            if (value % 2 != 0) {
                throw new IllegalArgumentException(value + " is odd");
            }
            Codecs.LONG.encode(value, sink);
        }

        @Override
        public Long decode(byte[] bytes, int offset, int length) {
            return Codecs.LONG.decode(bytes, offset + 1, length - 1);
        }
    }
}
