package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PartialAggregatesTest {
    /** A sum that says it were large. */
    private static final class LargeSum implements Aggregator<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long start() {
            return 0L;
        }

        @Override
        public Long add(Long sum, Long value) {
            return sum + value;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void finish(Long sum, Consumer<? super Long> results) {
            results.accept(sum);
        }

        @Override
        public Codec<Long> accumulators(Codec<Long> results) {
            return results;
        }

        @Override
        public boolean isLarge() {
            return true;
        }
    }

    /** Refuses a key. */
    private static final class Picky implements Emitter<String, Long> {
        private final List<String> emitted = new ArrayList<>();

        @Override
        public void emit(String key, Long value) {
            if (key.equals("bad")) {
                throw new SssException(ErrorCode.TOO_LARGE, "the key is bad");
            }
            emitted.add(key + "=" + value);
        }

        @Override
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
            throw new AssertionError(group);
        }

        @Override
        public void count(String counter, long amount) {
            throw new AssertionError(counter);
        }
    }

    @Test
    void anAccumulatorThatCannotBeEmittedIsTriedOnceAndNoOtherTwice() throws Exception {
        var partial = new PartialAggregates.Partial<String, Long, String, Long, Long>((key, value, out) -> out.emit(key, value),
                new LargeSum(), Codecs.STRING, null);
        Picky out = new Picky();
        for (String key : List.of("a", "bad", "b", "a")) {
            partial.map(key, 1L, out);
        }
        assertThatThrownBy(() -> partial.close(out)).hasMessage("the key is bad");
        partial.close(out);
        assertThat(out.emitted).containsExactly("a=2", "b=1");
    }
}
