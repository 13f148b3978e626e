package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.block.TupleMerge;

class TupleStreamTest {
    private static final SssException GONE = new SssException(ErrorCode.CORRUPT, "files are gone");

    @Test
    void anIncompleteEndFailsEachCall() {
        try (TupleStream stream = new TupleStream(new TupleMerge(List.of()), KeyRange.ALL, tuples -> {
            throw GONE;
        })) {
            assertThatThrownBy(stream::next).isSameAs(GONE);
            assertThatThrownBy(stream::next).isSameAs(GONE);
        }
    }

    @Test
    void aCompleteEndIsCheckedOnce() {
        AtomicInteger checks = new AtomicInteger();
        try (TupleStream stream =
                new TupleStream(new TupleMerge(List.of()), KeyRange.ALL, tuples -> checks.incrementAndGet())) {
            assertThat(stream.next()).isFalse();
            assertThat(stream.next()).isFalse();
        }
        assertThat(checks).hasValue(1);
    }

    @Test
    void itsSourcesAreClosedAtItsEnd() {
        Source source = new Source(null);
        TupleStream stream = new TupleStream(new TupleMerge(List.of(source)), KeyRange.ALL, tuples -> {});
        assertThat(stream.next()).isFalse();
        assertThat(source.closed).isTrue();
    }

    @Test
    void aFailureClosesAllSourcesAndIsRepeated() {
        Source broken = new Source(GONE);
        Source whole = new Source(null);
        TupleStream stream = new TupleStream(new TupleMerge(List.of(whole, broken)), KeyRange.ALL, tuples -> {});
        assertThatThrownBy(stream::next).isSameAs(GONE);
        assertThat(List.of(broken.closed, whole.closed)).containsOnly(true);
        assertThatThrownBy(stream::next).isSameAs(GONE);
    }

    /** Has no blocks, or fails. */
    private static final class Source implements BlockSource {
        private final SssException failure;
        private boolean closed;

        private Source(SssException failure) {
            this.failure = failure;
        }

        @Override
        public boolean next(BlockReader reader) {
            if (failure != null) {
                throw failure;
            }
            return false;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
