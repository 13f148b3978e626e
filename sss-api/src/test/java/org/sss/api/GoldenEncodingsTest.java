package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The bytes of all types, which the tests of the Python client compare with the objects of Python. */
class GoldenEncodingsTest {
    private static final Path FILE = Path.of("src/test/resources/golden/encodings.tsv");
    private static final int COLUMNS = 4;

    @TestFactory
    Stream<DynamicTest> bytesAreThoseOfTheDecodedObjectAndOfItsText() throws IOException {
        return Files.readAllLines(FILE).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("\t", COLUMNS))
                .map(row -> DynamicTest.dynamicTest(row[0] + " " + row[2], () -> check(row[0], row[1], row[2])));
    }

    private static void check(String type, String hex, String text) {
        byte[] encoded = HexFormat.of().parseHex(hex);
        assertThat(encodedAgain(Codecs.byName(type), encoded)).isEqualTo(encoded);
        assertThat(TextForm.of(type).render(encoded, 0, encoded.length)).isEqualTo(text);
        assertThat(TextForm.of(type).parse(text)).isEqualTo(encoded);
    }

    private static <T> byte[] encodedAgain(Codec<T> codec, byte[] encoded) {
        return Probe.encode(codec, Probe.decode(codec, encoded));
    }
}
