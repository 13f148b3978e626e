package org.sss.server.task.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskErrors;

/** Codecs of users that fail. */
class InputTest {
    private static final byte[] KEY = "apple".getBytes(UTF_8);

    private record Failing(Error error) implements Codec<String> {
        @Override
        public String name() {
            return "string";
        }

        @Override
        public void encode(String value, ByteSink sink) {
            throw error;
        }

        @Override
        public String decode(byte[] bytes, int offset, int length) {
            throw error;
        }
    }

    private static Input<String, String> input(Codec<String> codec) {
        return new Input<>(TupleGroup.of("in", codec, codec), 5, new TaskErrors("map", 1, "subgroup 1"));
    }

    @Test
    void reportsCodecErrorWithItsKey() {
        Input<String, String> input = input(new Failing(new AssertionError("no text")));
        assertThatThrownBy(() -> input.key(KEY, 0, KEY.length))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH))
                .hasMessageContainingAll(
                        "job 'map', task 1",
                        "the codec 'string' cannot decode a key of group 'in'",
                        "(key <apple>)",
                        "java.lang.AssertionError: no text");
        assertThatThrownBy(() -> input.value(KEY, 0, KEY.length, KEY, 0, KEY.length))
                .hasMessageContainingAll(
                        "cannot decode a value of group 'in'", "(key <apple>)", "java.lang.AssertionError: no text");
    }

    @Test
    void theEndOfMemoryIsNoFaultOfACodec() {
        OutOfMemoryError end = new OutOfMemoryError();
        assertThatThrownBy(() -> input(new Failing(end)).key(KEY, 0, KEY.length))
                .isSameAs(end);
    }

    @Test
    void aKeyThatCannotBeCopiedMayBeChanged() {
        assertThat(input(new Failing(new AssertionError())).isChangeable("apple"))
                .isTrue();
        assertThat(input(Codecs.STRING).isChangeable("apple")).isFalse();
    }
}
