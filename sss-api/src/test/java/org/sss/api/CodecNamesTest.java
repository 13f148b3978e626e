package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodecNamesTest {
    private record Inner(boolean z, double d) {}

    private record Outer(String s, Inner inner, Bytes b, int i, long l) {}

    private static final Codec<Outer> OUTER = Codecs.record(Outer.class);
    private static final Outer VALUE = new Outer("a\"\0", new Inner(true, 1.5), Bytes.of("b\n"), -1, 2);

    @Test
    void findsConstantsByName() {
        assertThat(Codecs.byName("string")).isSameAs(Codecs.STRING);
        assertThat(Codecs.byName("bytes")).isSameAs(Codecs.BYTES);
        assertThat(Codecs.byName("int")).isSameAs(Codecs.INT);
        assertThat(Codecs.byName("long")).isSameAs(Codecs.LONG);
        assertThat(Codecs.byName("double")).isSameAs(Codecs.DOUBLE);
        assertThat(Codecs.BYTE_ARRAY.name()).isEqualTo("bytes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "myType",
                "boolean",
                "String",
                "record(",
                "record(x:double",
                "record(x:double,)",
                "record(x)",
                "record(:int)",
                "record(x:int)y",
                "record(x:guid)",
                "record(x: int)",
                "int "
            })
    void readsTypesOfUsersAsBytes(String name) {
        assertThat(Codecs.isBuiltIn(name)).isFalse();
        assertThat(Codecs.byName(name)).isSameAs(Codecs.BYTES);
    }

    @Test
    void tooDeeplyNestedNameIsNotBuiltIn() {
        assertThat(Codecs.isBuiltIn("record(x:".repeat(32) + "int" + ")".repeat(32)))
                .isTrue();
        assertThat(Codecs.isBuiltIn("record(x:".repeat(33) + "int" + ")".repeat(33)))
                .isFalse();
        assertThat(Codecs.isBuiltIn("record(x:".repeat(100_000))).isFalse();
    }

    @Test
    void decodesRecordByTypeName() {
        assertThat(Codecs.isBuiltIn(OUTER.name())).isTrue();
        Codec<?> codec = Codecs.byName(OUTER.name());

        RecordView view = (RecordView) Probe.decode(codec, Probe.encode(OUTER, VALUE));

        assertThat(codec.name()).isEqualTo(OUTER.name());
        assertThat(view.names()).containsExactly("s", "inner", "b", "i", "l");
        assertThat(view.values())
                .containsExactly(
                        "a\"\0", new RecordView(List.of("z", "d"), List.of(true, 1.5)), Bytes.of("b\n"), -1, 2L);
        assertThat(view.get("l")).isEqualTo(2L);
        assertThat(view).hasToString("{s=\"a\\\"\\x00\", inner={z=true, d=1.5}, b=\"b\\n\", i=-1, l=2}");
        Probe.assertFails(ErrorCode.NOT_FOUND, () -> view.get("q"), "'q'", "[s, inner, b, i, l]");
    }

    @Test
    @SuppressWarnings("unchecked")
    void encodesViewLikeRecord() {
        Codec<RecordView> codec = (Codec<RecordView>) Probe.serialized(Codecs.byName(OUTER.name()));
        byte[] encoded = Probe.encode(OUTER, VALUE);

        assertThat(codec).isEqualTo(Codecs.byName(OUTER.name())).hasSameHashCodeAs(Codecs.byName(OUTER.name()));
        assertThat(Probe.encode(codec, Probe.decode(codec, encoded))).isEqualTo(encoded);
    }

    @Test
    @SuppressWarnings("unchecked")
    void rejectsViewWithOtherFields() {
        Codec<RecordView> codec = (Codec<RecordView>) Codecs.byName("record(x:int)");

        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> Probe.encode(codec, new RecordView(List.of("x"), List.of(1L))),
                "x:int",
                "Long");
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> Probe.encode(codec, new RecordView(List.of("y"), List.of(1))),
                "record(x:int)");
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> new RecordView(List.of("y"), List.of()), "1 field names");
    }

    @Test
    @SuppressWarnings("unchecked")
    void viewCodecRejectsCorruptRecord() {
        Codec<RecordView> codec = (Codec<RecordView>) Codecs.byName("record(x:int)");

        Probe.assertFails(ErrorCode.CORRUPT, () -> codec.decode(new byte[5], 0, 5), "1 bytes after");
    }
}
