package org.sss.io;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.RecordView;

/**
 * Writes encoded keys or values of one type as JSON: numbers and booleans as such (infinities and NaN as strings), text
 * as strings, other bytes as {@code {"base64": ...}}, records and maps as objects, lists and sets as arrays, an
 * optional as its value or null, times and UUIDs as strings. Not thread-safe.
 */
final class JsonColumn {
    private final Codec<?> codec;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

    /** @param type type name as of {@link Codec#name()}; types that are not built in are written as bytes */
    JsonColumn(String type) {
        codec = Codecs.byName(type);
    }

    /**
     * Writes the object encoded in {@code bytes[offset, offset + length)}.
     *
     * @throws org.sss.api.SssException CORRUPT
     */
    void write(byte[] bytes, int offset, int length, JsonGenerator json) throws IOException {
        if (codec == Codecs.STRING || codec == Codecs.BYTES) {
            text(bytes, offset, length, json);
        } else {
            write(codec.decode(bytes, offset, length), json);
        }
    }

    private void write(Object object, JsonGenerator json) throws IOException {
        if (object instanceof RecordView view) {
            record(view, json);
        } else if (object instanceof Bytes bytes) {
            text(bytes.array(), bytes.offset(), bytes.length(), json);
        } else if (object instanceof Double number) {
            json.writeNumber(number);
        } else if (object instanceof Float number) {
            json.writeNumber(number);
        } else if (object instanceof Number || object instanceof Boolean) {
            json.writeRawValue(object.toString());
        } else if (object instanceof Optional<?> optional) {
            optional(optional, json);
        } else if (object instanceof Collection<?> elements) {
            array(elements, json);
        } else if (object instanceof Map<?, ?> map) {
            map(map, json);
        } else {
            json.writeString(object.toString());
        }
    }

    private void optional(Optional<?> optional, JsonGenerator json) throws IOException {
        if (optional.isPresent()) {
            write(optional.get(), json);
        } else {
            json.writeNull();
        }
    }

    private void array(Collection<?> elements, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (Object element : elements) {
            write(element, json);
        }
        json.writeEndArray();
    }

    private void map(Map<?, ?> map, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            boolean isText = entry.getKey() instanceof String || entry.getKey() instanceof Character;
            json.writeFieldName(isText ? entry.getKey().toString() : RecordView.textOf(entry.getKey()));
            write(entry.getValue(), json);
        }
        json.writeEndObject();
    }

    private void record(RecordView view, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < view.names().size(); i++) {
            json.writeFieldName(view.names().get(i));
            write(view.values().get(i), json);
        }
        json.writeEndObject();
    }

    private void text(byte[] bytes, int offset, int length, JsonGenerator json) throws IOException {
        if (isUtf8(bytes, offset, length)) {
            json.writeUTF8String(bytes, offset, length);
        } else {
            json.writeStartObject();
            json.writeFieldName("base64");
            json.writeBinary(bytes, offset, length);
            json.writeEndObject();
        }
    }

    /** Fast path: most texts are ASCII, which needs no decoder. */
    private boolean isUtf8(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] < 0) {
                return isWellFormed(ByteBuffer.wrap(bytes, offset, length));
            }
        }
        return true;
    }

    private boolean isWellFormed(ByteBuffer bytes) {
        try {
            utf8.decode(bytes);
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
