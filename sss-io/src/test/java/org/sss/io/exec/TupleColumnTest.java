package org.sss.io.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.api.TextForm;

class TupleColumnTest {
    /** As when a process such as cat gives back what it was given. */
    @Test
    @SuppressWarnings("unchecked")
    void preservesBytesInRecords() {
        Codec<Object> codec = (Codec<Object>) Codecs.byName("record(b:bytes,s:string)");
        Bytes bytes = Bytes.of(new byte[] {(byte) 0xFF, '"', (byte) 0xC3, '\\'});
        byte[] encoded = encoded(codec, new RecordView(List.of("b", "s"), List.of(bytes, "d\u00e9j\u00e0\tvu")));
        ByteSink text = new ByteSink(64);
        TextForm.of(codec).append(encoded, 0, encoded.length, text);

        Object back = new TupleColumn<>(codec, TupleFormat.ESCAPED).of(text.array(), 0, text.size());

        assertThat(encoded(codec, back)).isEqualTo(encoded);
    }

    @Test
    @SuppressWarnings("unchecked")
    void supportsFieldNamesThatAreNotAscii() {
        Codec<Object> codec = (Codec<Object>) Codecs.byName("record(gr\u00f6\u00dfe:long,s:string)");
        byte[] line = "{gr\u00f6\u00dfe=1, s=\"\u00e9\"}".getBytes(StandardCharsets.UTF_8);
        Object back = new TupleColumn<>(codec, TupleFormat.ESCAPED).of(line, 0, line.length);
        assertThat(encoded(codec, back))
                .isEqualTo(encoded(codec, new RecordView(List.of("gr\u00f6\u00dfe", "s"), List.of(1L, "\u00e9"))));
    }

    @Test
    void rejectsInvalidEscapeBeforeNonAsciiCharacter() {
        TupleColumn<?> column = new TupleColumn<>(Codecs.byName("record(s:string)"), TupleFormat.TEXT);
        byte[] line = "{s=\"\\\u00e9\"}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> column.of(line, 0, line.length))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("backslash");
    }

    private static byte[] encoded(Codec<Object> codec, Object object) {
        ByteSink sink = new ByteSink(64);
        codec.encode(object, sink);
        return sink.toByteArray();
    }
}
