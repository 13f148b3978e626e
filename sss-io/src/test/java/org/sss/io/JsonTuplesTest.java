package org.sss.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;

class JsonTuplesTest {
    private final ByteSink out = new ByteSink(64);

    private <K, V> String lines(boolean valuesOnly, Codec<K> keys, Codec<V> values, Object... keysAndValues) {
        JsonTuples tuples = new JsonTuples(keys.name(), values.name(), valuesOnly);
        out.clear();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            byte[] key = encoded(keys, keysAndValues[i]);
            byte[] value = encoded(values, keysAndValues[i + 1]);
            tuples.append(key, 0, key.length, value, 0, value.length, out);
        }
        return new String(out.array(), 0, out.size(), UTF_8);
    }

    @SuppressWarnings("unchecked")
    private static <T> byte[] encoded(Codec<T> codec, Object object) {
        ByteSink sink = new ByteSink(16);
        codec.encode((T) object, sink);
        return java.util.Arrays.copyOf(sink.array(), sink.size());
    }

    @Test
    void writesOneObjectPerLine() {
        assertThat(lines(false, Codecs.STRING, Codecs.LONG, "a", 1L, "b", -2L))
                .isEqualTo("{\"key\":\"a\",\"value\":1}\n{\"key\":\"b\",\"value\":-2}\n");
    }

    @Test
    void writesOneValuePerLine() {
        assertThat(lines(true, Codecs.LONG, Codecs.STRING, 1L, "x", 2L, "y")).isEqualTo("\"x\"\n\"y\"\n");
    }

    @Test
    void escapesText() {
        assertThat(lines(true, Codecs.LONG, Codecs.STRING, 1L, "\"a\\b\"\n\tböb\u0001"))
                .isEqualTo("\"\\\"a\\\\b\\\"\\n\\tböb\\u0001\"\n");
    }

    @Test
    void writesBinaryBytesAsBase64() {
        assertThat(lines(true, Codecs.LONG, Codecs.BYTES, 1L, Bytes.of(new byte[] {-1, 0, 1})))
                .isEqualTo("{\"base64\":\"/wAB\"}\n");
    }

    @Test
    void writesNonFiniteNumbersAsStrings() {
        assertThat(lines(true, Codecs.LONG, Codecs.DOUBLE, 1L, 0.5, 2L, Double.NaN, 3L, Double.NEGATIVE_INFINITY))
                .isEqualTo("0.5\n\"NaN\"\n\"-Infinity\"\n");
    }

    @Test
    void writesValuesLongerThanABuffer() {
        String longText = "0123456789".repeat(10_000);
        assertThat(lines(true, Codecs.LONG, Codecs.STRING, 1L, longText)).isEqualTo("\"" + longText + "\"\n");
    }
}
