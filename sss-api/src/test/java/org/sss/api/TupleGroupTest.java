package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class TupleGroupTest {
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    private record Point(double x, double y) {}

    @Test
    void groupIsPermanentAndNotReplacedByDefault() {
        assertThat(WORDS.temporary()).isFalse();
        assertThat(WORDS.replace()).isFalse();
        assertThat(WORDS.asTemporary().temporary()).isTrue();
        assertThat(WORDS.asTemporary().replacing())
                .isEqualTo(WORDS.replacing().asTemporary())
                .isNotEqualTo(WORDS);
        assertThat(WORDS.replacing().name()).isEqualTo("words");
    }

    @Test
    void groupIsCompressedOnlyIfSetAndRetainsSetting() {
        assertThat(WORDS.compression()).isEqualTo(Compression.NONE);
        TupleGroup<String, Long> compressed = WORDS.compressed(Compression.ZSTD);
        assertThat(compressed.asTemporary().replacing().compression()).isEqualTo(Compression.ZSTD);
        assertThat(compressed.compressed(Compression.NONE)).isEqualTo(WORDS);
        assertThatNullPointerException()
                .isThrownBy(() -> WORDS.compressed(null))
                .withMessage("compression");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "9", "A.b_c-d", "x.."})
    void acceptsValidNames(String name) {
        assertThatCode(() -> TupleGroup.checkName(name)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {".", "..", "-a", "_a", "a b", "a/b", "a\\b", "a:b", "é", "日本", "a\n", "٣"})
    void rejectsNamesThatCannotBeFileNames(String name) {
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> TupleGroup.of(name, Codecs.STRING, Codecs.LONG),
                "'" + name + "' cannot name a group");
    }

    @Test
    void limitsNameTo200Characters() {
        assertThatCode(() -> TupleGroup.checkName("n".repeat(200))).doesNotThrowAnyException();
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> TupleGroup.checkName("n".repeat(201)), "1 to 200");
    }

    @Test
    void hasOneToThreeCopies() {
        TupleGroup<Long, Long> group = TupleGroup.of("a", Codecs.LONG, Codecs.LONG);
        assertThat(group.copies()).isZero();
        assertThat(group.replicated(1).replacing().copies()).isEqualTo(1);
        assertThatExceptionOfType(SssException.class)
                .isThrownBy(() -> group.replicated(4))
                .withMessage("group 'a' cannot have 4 copies; take 1 to 3");
    }

    @Test
    void requiresCodecs() {
        assertThatNullPointerException()
                .isThrownBy(() -> TupleGroup.of("a", null, Codecs.LONG))
                .withMessage("keys");
        assertThatNullPointerException()
                .isThrownBy(() -> TupleGroup.of("a", Codecs.LONG, null))
                .withMessage("values");
    }

    @Test
    void equalsItselfAfterSerialization() {
        TupleGroup<Point, Bytes> points = TupleGroup.of("points", Codecs.record(Point.class), Codecs.BYTES);

        assertThat(Probe.serialized(points)).isEqualTo(points);
    }
}
