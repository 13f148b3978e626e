package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 80 00 00 00",
        "1, 80 00 00 01",
        "-1, 7F FF FF FF",
        "-2147483648, 00 00 00 00",
        "2147483647, FF FF FF FF"
    })
    void encodingOfIntsIsStable(int value, String hex) {
        assertThat(Probe.hex(Codecs.INT, value)).isEqualTo(hex);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 80 00 00 00 00 00 00 00",
        "1, 80 00 00 00 00 00 00 01",
        "-1, 7F FF FF FF FF FF FF FF",
        "-9223372036854775808, 00 00 00 00 00 00 00 00",
        "9223372036854775807, FF FF FF FF FF FF FF FF"
    })
    void encodingOfLongsIsStable(long value, String hex) {
        assertThat(Probe.hex(Codecs.LONG, value)).isEqualTo(hex);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 80 00 00 00 00 00 00 00",
        "-0.0, 80 00 00 00 00 00 00 00",
        "1.0, BF F0 00 00 00 00 00 00",
        "-1.0, 40 0F FF FF FF FF FF FF",
        "Infinity, FF F0 00 00 00 00 00 00",
        "-Infinity, 00 0F FF FF FF FF FF FF",
        "NaN, FF F8 00 00 00 00 00 00"
    })
    void encodingOfDoublesIsStable(double value, String hex) {
        assertThat(Probe.hex(Codecs.DOUBLE, value)).isEqualTo(hex);
    }

    @Test
    void encodesStringsAsUtf8() {
        assertThat(Probe.hex(Codecs.STRING, "")).isEmpty();
        assertThat(Probe.hex(Codecs.STRING, "a\0é日\uD83D\uDE00")).isEqualTo("61 00 C3 A9 E6 97 A5 F0 9F 98 80");
    }

    @Test
    void encodesAllNaNsAlike() {
        double otherNan = Double.longBitsToDouble(0xFFF8_0000_0000_0001L);

        assertThat(Probe.hex(Codecs.DOUBLE, otherNan)).isEqualTo(Probe.hex(Codecs.DOUBLE, Double.NaN));
    }

    @Test
    void encodesBytesUnchanged() {
        byte[] bytes = {0, -1, 5};

        assertThat(Probe.encode(Codecs.BYTE_ARRAY, bytes)).isEqualTo(bytes);
        assertThat(Probe.encode(Codecs.BYTES, new Bytes().set(bytes, 1, 2))).containsExactly(-1, 5);
        assertThat(Probe.roundTrip(Codecs.BYTE_ARRAY, bytes)).isEqualTo(bytes);
        assertThat(Probe.roundTrip(Codecs.BYTES, Bytes.of(bytes))).isEqualTo(Bytes.of(bytes));
    }

    @Test
    void decodesWhatItEncodes() {
        assertRoundTrip(Codecs.INT, random -> (int) Probe.number(random));
        assertRoundTrip(Codecs.LONG, Probe::number);
        assertRoundTrip(Codecs.DOUBLE, Probe::real);
        assertRoundTrip(Codecs.STRING, Probe::text);
        assertRoundTrip(Codecs.BYTES, random -> Bytes.of(Probe.someBytes(random)));
        assertRoundTrip(Codecs.BYTE_ARRAY, Probe::someBytes);
    }

    private static <T> void assertRoundTrip(Codec<T> codec, Function<Random, T> source) {
        Probe.randomly(1000, random -> () -> {
            T value = source.apply(random);
            assertThat(Probe.roundTrip(codec, value)).isEqualTo(value);
        });
    }

    @Test
    void byteOrderIsTheNaturalOrder() {
        Comparator<String> byCodePoints = (a, b) ->
                Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
        assertOrder(Codecs.INT, random -> (int) Probe.number(random), Comparator.naturalOrder());
        assertOrder(Codecs.LONG, Probe::number, Comparator.naturalOrder());
        assertOrder(Codecs.DOUBLE, Probe::real, Comparator.naturalOrder());
        assertOrder(Codecs.STRING, Probe::text, byCodePoints);
        assertOrder(Codecs.BYTES, random -> Bytes.of(Probe.someBytes(random)), Comparator.naturalOrder());
    }

    private static <T> void assertOrder(Codec<T> codec, Function<Random, T> source, Comparator<T> order) {
        Probe.randomly(2000, random -> () -> {
            T left = source.apply(random);
            T right = source.apply(random);
            int byteOrder = Arrays.compareUnsigned(Probe.encode(codec, left), Probe.encode(codec, right));
            assertThat(Integer.signum(byteOrder))
                    .as("%s %s", left, right)
                    .isEqualTo(Integer.signum(order.compare(left, right)));
        });
    }

    @Test
    void rejectsNumbersOfWrongSize() {
        Probe.assertFails(
                ErrorCode.CORRUPT, () -> Codecs.LONG.decode(new byte[7], 0, 7), "a long takes 8 bytes, found 7");
        Probe.assertFails(
                ErrorCode.CORRUPT, () -> Codecs.INT.decode(new byte[8], 0, 8), "an int takes 4 bytes, found 8");
        Probe.assertFails(
                ErrorCode.CORRUPT, () -> Codecs.DOUBLE.decode(new byte[8], 0, 0), "a double takes 8 bytes, found 0");
    }

    @Test
    void rejectsUnpairedSurrogateWithItsIndex() {
        for (String text : new String[] {"ab\uD83D", "ab\uDE00c", "ab\uD83D\uD83D\uDE00"}) {
            Probe.assertFails(
                    ErrorCode.INVALID_ARGUMENT, () -> Probe.encode(Codecs.STRING, text), "index 2", "U+D", "BYTES");
        }
    }

    @Test
    void decodesMalformedUtf8WithReplacementCharacters() {
        assertThat(Probe.decode(Codecs.STRING, new byte[] {'a', -1, 'b'})).isEqualTo("a\uFFFDb");
    }

    @Test
    void encodesLongTextsLikeTheJdk() {
        Probe.randomly(50, random -> () -> {
            StringBuilder text = new StringBuilder("x".repeat(random.nextInt(3)));
            while (text.length() < 3000) {
                text.append(Probe.text(random));
            }
            byte[] expected = text.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(Probe.encode(Codecs.STRING, text.toString())).isEqualTo(expected);
        });
    }

    @Test
    void sharedBytesCodecDecodesToCopies() {
        byte[] stored = {1, 2};
        Bytes decoded = Codecs.BYTES.decode(stored, 0, 2);
        stored[0] = 9;

        assertThat(decoded.toByteArray()).containsExactly(1, 2);
    }

    @Test
    void viewsOfTaskCodecAreInvalidAfterNextDecoding() {
        Codec<Bytes> codec = Codecs.BYTES.forTask();
        byte[] stored = {1, 2, 3};
        Bytes first = codec.decode(stored, 0, 1);
        Bytes copy = first.copy();
        Bytes second = codec.decode(stored, 1, 2);

        assertThat(second.array()).isSameAs(stored);
        assertThat(second.toByteArray()).containsExactly(2, 3);
        List<Runnable> uses = List.of(
                first::array,
                first::offset,
                first::length,
                first::toByteArray,
                first::copy,
                first::hashCode,
                first::toString,
                () -> first.get(0),
                () -> first.equals(second),
                () -> second.equals(first),
                () -> first.compareTo(second),
                () -> second.compareTo(first),
                () -> Codecs.BYTES.encode(first, new ByteSink(1)));
        uses.forEach(use -> assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContaining("use copy()"));
        assertThat(copy.toByteArray()).containsExactly(1);
        assertThat(first.set(stored, 2, 1).toByteArray()).containsExactly(3);
    }

    @Test
    void viewsOfRelatedCodecsAreInvalidatedTogether() {
        byte[] stored = {1, 2, 3};
        Codec<Bytes> one = Codecs.BYTES.forTask();
        Codec<Bytes> other = one.forTask();
        Bytes ofOther = other.decode(stored, 0, 1);
        Bytes ofOne = one.decode(stored, 0, 2);
        Bytes apart = Codecs.BYTES.forTask().decode(stored, 0, 3);
        assertThat(ofOther.length()).isEqualTo(1);
        Codecs.endViews(one);
        assertThatThrownBy(ofOther::length).hasMessageContaining("copy()");
        assertThatThrownBy(ofOne::length).hasMessageContaining("copy()");
        assertThat(apart.length()).isEqualTo(3);
        Codecs.endViews(Codecs.BYTES);
        Codecs.endViews(Codecs.STRING);
    }

    @Test
    void taskCodecIsSerializedAsSharedCodec() {
        assertThat(Probe.serialized(Codecs.BYTES.forTask())).isSameAs(Codecs.BYTES);
        assertThat(Codecs.BYTES.forTask()).isEqualTo(Codecs.BYTES).hasSameHashCodeAs(Codecs.BYTES);
    }

    @Test
    void constantsStaySingletonsAfterSerialization() {
        for (Codec<?> codec :
                new Codec<?>[] {Codecs.STRING, Codecs.BYTES, Codecs.BYTE_ARRAY, Codecs.INT, Codecs.LONG, Codecs.DOUBLE
                }) {
            assertThat(Probe.serialized(codec)).isSameAs(codec);
        }
    }

    @Test
    void staticNumberMethodsAgreeWithCodecs() {
        byte[] bytes = new byte[9];
        LongCodec.put(bytes, 1, -5);
        assertThat(Codecs.LONG.decode(bytes, 1, 8)).isEqualTo(-5L);
        assertThat(LongCodec.get(bytes, 1)).isEqualTo(-5);
        assertThat(LongCodec.fromEncoded(LongCodec.toEncoded(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);

        DoubleCodec.put(bytes, 1, -2.5);
        assertThat(Codecs.DOUBLE.decode(bytes, 1, 8)).isEqualTo(-2.5);
        IntCodec.put(bytes, 1, 12);
        assertThat(Codecs.INT.decode(bytes, 1, 4)).isEqualTo(12);
    }
}
