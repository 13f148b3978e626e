package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BytesTest {
    @Test
    void viewShowsItsRangeOfTheArray() {
        Bytes view = new Bytes().set(new byte[] {9, 1, 2, 3, 9}, 1, 3);

        assertThat(view.length()).isEqualTo(3);
        assertThat(view.offset()).isEqualTo(1);
        assertThat(view.get(0)).isEqualTo((byte) 1);
        assertThat(view.get(2)).isEqualTo((byte) 3);
        assertThat(view.toByteArray()).containsExactly(1, 2, 3);
    }

    @Test
    void viewChangesWithTheArrayAndCopyDoesNot() {
        byte[] array = {1, 2};
        Bytes view = Bytes.of(array);
        Bytes copy = view.copy();
        array[0] = 7;

        assertThat(view.get(0)).isEqualTo((byte) 7);
        assertThat(copy.get(0)).isEqualTo((byte) 1);
    }

    @Test
    void rejectsIndexOutsideTheView() {
        Bytes view = new Bytes().set(new byte[] {1, 2, 3}, 1, 1);

        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.get(1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.get(-1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> view.set(new byte[2], 1, 2));
    }

    @Test
    void equalityIsByContent() {
        Bytes one = new Bytes().set(new byte[] {9, 5, -6}, 1, 2);
        Bytes other = Bytes.of(new byte[] {5, -6});

        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).isEqualByComparingTo(other);
        assertThat(one).isNotEqualTo(Bytes.of(new byte[] {5, -7})).isNotEqualTo(Bytes.of(new byte[] {5}));
        assertThat(new Bytes()).isEqualTo(Bytes.of(""));
    }

    @Test
    void orderIsUnsignedAndPrefixComesFirst() {
        Bytes high = Bytes.of(new byte[] {(byte) 0x80});

        assertThat(Stream.of(high, Bytes.of("ab"), Bytes.of("a"), Bytes.of("")).sorted())
                .containsExactly(Bytes.of(""), Bytes.of("a"), Bytes.of("ab"), high);
    }

    @Test
    void convertsTextAsUtf8() {
        assertThat(Bytes.of("日本").toByteArray()).isEqualTo("日本".getBytes(StandardCharsets.UTF_8));
        assertThat(Bytes.of("日本")).hasToString("日本");
        assertThat(Bytes.of(new byte[] {'a', -1})).hasToString("a\uFFFD");
    }
}
