package org.sss.server.task.side;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.server.task.input.EncodedTuples;
import org.sss.server.task.state.TaskState;

class SideWalkTest {
    private static final TupleGroup<Bytes, Bytes> BYTES = TupleGroup.of("bytes", Codecs.BYTES, Codecs.BYTES);
    private static final TupleGroup<Long, String> SMALL = TupleGroup.of("small", Codecs.LONG, Codecs.STRING);

    private final TaskState state = new TaskState();
    private final EncodedTuples tuples = new EncodedTuples();

    private static byte[] encoded(long key) {
        ByteSink sink = new ByteSink(8);
        Codecs.LONG.encode(key, sink);
        return sink.toByteArray();
    }

    private void add(boolean newKey, byte[] key, byte[] value) {
        tuples.add(newKey, Arrays.copyOf(key, key.length + 5), key.length, value, 0, value.length);
    }

    private SideWalk<Long, String> small() {
        add(true, encoded(1), "a".getBytes());
        add(false, encoded(1), "b".getBytes());
        add(true, encoded(2), "".getBytes());
        return new SideWalk<>(SMALL, tuples.complete(), state);
    }

    @Test
    void eachTupleComesAsItWasAddedWhateverItsSize() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Map.Entry<Bytes, Bytes>> expected = new ArrayList<>();
        byte[] key = {};
        for (int i = 0; i < 3000; i++) {
            boolean newKey = i == 0 || random.nextInt(3) > 0;
            key = newKey ? bytes(random, random.nextInt(50)) : key;
            byte[] value = bytes(random, i % 500 == 7 ? 200_000 + random.nextInt(200_000) : random.nextInt(2000));
            add(newKey, key, value);
            expected.add(Map.entry(Bytes.of(key), Bytes.of(value)));
        }
        SideWalk<Bytes, Bytes> walk = new SideWalk<>(BYTES, tuples.complete(), state);
        for (int i = 0; i < 2; i++) {
            List<Map.Entry<Bytes, Bytes>> seen = new ArrayList<>();
            walk.forEach((k, v) -> seen.add(Map.entry(k.copy(), v.copy())));
            assertThat(seen).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void aWalkWithinAWalkLeavesWhatTheOuterOneHasDecoded() throws Exception {
        small();
        SideWalk<Bytes, Bytes> walk = new SideWalk<>(BYTES, tuples, state);
        List<String> pairs = new ArrayList<>();
        walk.forEach((k, v) -> walk.forEach((k2, v2) -> pairs.add(v + "+" + v2)));
        assertThat(pairs).containsExactly("a+a", "a+b", "a+", "b+a", "b+b", "b+", "+a", "+b", "+");
    }

    @Test
    void visitorExceptionEndsTheWalk() throws Exception {
        SideWalk<Long, String> walk = small();
        Exception thrown = catchThrowableOfType(
                Exception.class,
                () -> walk.forEach((k, v) -> {
                    throw new Exception("at " + k + v);
                }));
        assertThat(thrown).hasMessage("at 1a");
        List<String> seen = new ArrayList<>();
        walk.forEach((k, v) -> seen.add(k + v));
        assertThat(seen).containsExactly("1a", "1b", "2");
    }

    @Test
    void aCancelledTaskLeavesItsWalkThoughNothingIsEmitted() {
        SideWalk<Long, String> walk = small();
        List<Long> seen = new ArrayList<>();
        SssException e = catchThrowableOfType(
                SssException.class,
                () -> walk.forEach((k, v) -> {
                    seen.add(k);
                    state.cancel();
                }));
        assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
        assertThat(seen).containsExactly(1L);
    }

    @Test
    void eachTupleOfAWalkIsASignOfLife() throws Exception {
        SideWalk<Long, String> walk = small();
        List<Long> signs = new ArrayList<>();
        walk.forEach((k, v) -> signs.add(state.signs()));
        walk.forEach((k, v) -> signs.add(state.signs()));
        assertThat(signs).doesNotHaveDuplicates().hasSize(6);
    }

    @Test
    void noTuplesAreNoWalk() throws Exception {
        new SideWalk<>(SMALL, tuples.complete(), state).forEach((k, v) -> {
            throw new AssertionError("there is none");
        });
    }

    /** Is for reading alone. */
    private static final class Decoder implements Codec<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "long";
        }

        @Override
        public void encode(Long value, ByteSink sink) {
            throw new UnsupportedOperationException("it only decodes");
        }

        @Override
        public Long decode(byte[] bytes, int offset, int length) {
            return Codecs.LONG.decode(bytes, offset, length);
        }
    }

    @Test
    void keysOfACodecThatOnlyDecodesAreWalked() throws Exception {
        small();
        List<String> seen = new ArrayList<>();
        new SideWalk<>(TupleGroup.of("small", new Decoder(), Codecs.STRING), tuples, state)
                .forEach((k, v) -> seen.add(k + v));
        assertThat(seen).containsExactly("1a", "1b", "2");
    }

    @Test
    void aKeyThatAVisitorChangesIsNotThatOfTheNextTuple() throws Exception {
        add(true, new byte[] {1}, encoded(7));
        add(false, new byte[] {1}, encoded(8));
        // In another array than its key.
        add(false, new byte[] {1}, new byte[300 << 10]);
        SideWalk<byte[], Bytes> walk =
                new SideWalk<>(TupleGroup.of("arrays", Codecs.BYTE_ARRAY, Codecs.BYTES), tuples.complete(), state);
        List<Integer> keys = new ArrayList<>();
        walk.forEach((key, value) -> keys.add((int) key[0]++));
        assertThat(keys).containsExactly(1, 1, 1);
    }
}
