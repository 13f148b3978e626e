package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
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
}
