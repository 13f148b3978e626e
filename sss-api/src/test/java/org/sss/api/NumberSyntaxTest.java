package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberSyntaxTest {
    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "+7, 7", "-0, 0", "-9223372036854775808, -9223372036854775808", "007, 7"})
    void parsesWholeNumbers(String text, long expected) {
        assertThat(NumberSyntax.parseLong(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "+",
                "-",
                "1_000",
                "1L",
                "0x10",
                "7.0",
                "1e3",
                " 7",
                "7 ",
                "7\r",
                "\u0667",
                "\uFF17",
                "--1",
                "9223372036854775808"
            })
    void rejectsInvalidWholeNumber(String text) {
        assertThatThrownBy(() -> NumberSyntax.parseLong(text)).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> NumberSyntax.parseInt(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "512, 512", "1B, 1", "32KiB, 32768", "4 GiB, 4294967296", "1TiB, 1099511627776"})
    void parsesSizes(String text, long expected) {
        assertThat(NumberSyntax.parseBytes(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "KiB",
                "-1",
                "+1",
                "1.5MiB",
                "1kb",
                "1 KB",
                " 1",
                "9999999999999999",
                "999999999999999TiB",
                "٧"
            })
    void rejectsInvalidSize(String text) {
        assertThatThrownBy(() -> NumberSyntax.parseBytes(text)).isInstanceOf(NumberFormatException.class);
    }

    /** Output of print and printf of Python, C, awk and JavaScript. */
    @ParameterizedTest
    @CsvSource({
        "1e5, 1e5",
        "1E+05, 1e5",
        "1.5, 1.5",
        "-2.5e-3, -2.5e-3",
        "+5, 5",
        "5., 5",
        ".5, 0.5",
        "-0.0, -0.0",
        "1e+16, 1e16",
        "1e400, Infinity",
        "inf, Infinity",
        "-inf, -Infinity",
        "+Inf, Infinity",
        "Infinity, Infinity",
        "-INFINITY, -Infinity",
        "nan, NaN",
        "NaN, NaN",
        "-nan, NaN"
    })
    void parsesDecimalNumbers(String text, Double expected) {
        assertThat(NumberSyntax.parseDouble(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "+",
                "e5",
                "1e",
                "1e+",
                "1d",
                "1f",
                "0x1p3",
                " 7",
                "7 ",
                "1_0.0",
                "1,5",
                "infinite",
                "na",
                "nan(1)",
                "\u0667.5",
                "1.\uFF15",
                "--1",
                "1.2.3",
                "-",
                "d"
            })
    void rejectsInvalidNumber(String text) {
        assertThatThrownBy(() -> NumberSyntax.parseDouble(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @CsvSource({"NaN, true", "-inf, true", "Infinity, true", "1, false", "-, false", "none, false", "1e999, false"})
    void recognizesNamesOfNonFiniteNumbers(String text, boolean expected) {
        assertThat(NumberSyntax.isNotFinite(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                " 7,has blanks around it",
                "'7\r',carriage return",
                "'',is empty",
                "9223372036854775808,outside the range of a long"
            })
    void errorStatesTheCause(String text, String expected) {
        assertThatThrownBy(() -> NumberSyntax.parseLong(text)).hasMessageContaining(expected);
    }
}
