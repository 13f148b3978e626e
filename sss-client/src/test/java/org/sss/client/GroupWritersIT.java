package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;

class GroupWritersIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final int WRITERS = 3;
    private static final int TUPLES_EACH = 1000;

    private final SssClient client = LocalCluster.start(2);

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void severalThreadsWriteOneGroup() {
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS, WRITERS)) {
            CompletableFuture.allOf(IntStream.range(0, WRITERS)
                            .mapToObj(i -> CompletableFuture.runAsync(() -> append(writers.get(i), i)))
                            .toArray(CompletableFuture[]::new))
                    .join();
            assertThat(client.groups()).isEmpty();
            assertThat(writers.commit().tuples()).isEqualTo(WRITERS * TUPLES_EACH);
        }
        // Values of one key come in the order of the writers, whichever thread was first.
        assertThat(client.get(NUMBERS, 77L)).isEqualTo(List.of(0L, 1L, 2L));
        assertThat(client.count("numbers")).isEqualTo(WRITERS * TUPLES_EACH);
    }

    /** The buffers of all of them together would not fit into the heap. */
    @Test
    void oneThreadUsesManyWritersOneAfterAnother() {
        int many = 3000;
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS, many)) {
            for (int i = 0; i < many; i++) {
                writers.get(i).append((long) i, 1L);
                writers.get(i).finish();
            }
            assertThat(writers.commit().tuples()).isEqualTo(many);
        }
        assertThat(client.count("numbers")).isEqualTo(many);
    }

    @Test
    void aCommitEndsTheWritersThatWereNotUsed() {
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS, WRITERS)) {
            append(writers.get(0), 0);
            writers.commit();
            assertThatThrownBy(() -> writers.get(1))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED))
                    .hasMessageContaining("'numbers'");
        }
        assertThat(client.count("numbers")).isEqualTo(TUPLES_EACH);
    }

    @Test
    void nothingRemainsWithoutCommit() {
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS, WRITERS)) {
            append(writers.get(0), 0);
        }
        assertThat(client.groups()).isEmpty();
        try (GroupWriters<Long, Long> again = client.writers(NUMBERS, 1)) {
            assertThat(again.commit().tuples()).isZero();
        }
    }

    @Test
    void oneOfSeveralWritersCannotCommit() {
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS, WRITERS)) {
            assertThatThrownBy(() -> writers.get(1).commit())
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
            writers.commit();
        }
        assertThat(client.count("numbers")).isZero();
    }

    @Test
    void aFinishedWriterRejectsAppends() {
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS, WRITERS)) {
            append(writers.get(2), 2);
            assertThatThrownBy(() -> writers.get(2).append(1L, 1L))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        }
    }

    /** Two splits of ten tuples, the second of which cannot be read to its end. */
    private static final class Broken implements TupleSource<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "a broken source";
        }

        @Override
        public List<Split> splits() {
            return List.of(new Split("good", new byte[1]), new Split("bad", new byte[2]));
        }

        @Override
        public void read(Split split, TupleSink<Long, Long> to) {
            for (long i = 0; i < 10; i++) {
                if (split.data().length == 2 && i == 5) {
                    throw new IllegalStateException("no more of it");
                }
                to.accept(i, i);
            }
        }
    }

    @Test
    void aPartiallyReadSourceIsNeitherCommittedNorReadAgain() {
        try (GroupWriters<Long, Long> old = client.writers(NUMBERS, 1)) {
            append(old.get(0), 7);
            old.commit();
        }
        try (GroupWriters<Long, Long> writers = client.writers(NUMBERS.replacing(), 1)) {
            assertThatThrownBy(() -> writers.appendAll(new Broken(), new Transferred()))
                    .hasMessageContaining("no more of it");
            assertThatThrownBy(() -> writers.appendAll(new Broken(), new Transferred()))
                    .isInstanceOf(SssException.class)
                    .hasMessageContainingAll("group 'numbers'", "only partially", "no more of it");
            assertThatThrownBy(writers::commit).isInstanceOf(SssException.class).hasMessageContaining("only partially");
        }
        assertThat(client.count("numbers")).isEqualTo(TUPLES_EACH);
        assertThat(client.groups()).hasSize(1);
    }

    private static void append(GroupWriter<Long, Long> writer, long value) {
        for (long key = 0; key < TUPLES_EACH; key++) {
            writer.append(key, value);
        }
        writer.finish();
    }
}
