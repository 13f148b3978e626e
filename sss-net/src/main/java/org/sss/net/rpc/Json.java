package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The JSON dialect of SSS: records, enums, lists, maps; unknown properties are ignored, so that nodes of different
 * versions can communicate. Thread-safe.
 *
 * <p>Messages are bound by {@link JsonRecord}. Jackson's data binding loads 700 classes for it, a third of the time in
 * which a cluster starts. jackson-jr reads incomplete messages, null elements, {@code 1.5} or {@code "1"} for an int,
 * and bytes after the message without an error. Tokens are Jackson's.
 */
public final class Json {
    /** Map keys come from users and may be as long as a message; Jackson's default limit is 50,000 bytes. */
    private static final JsonFactory TOKENS = JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder().maxNameLength(Body.MAX_BYTES).build()).build();

    private interface Form {
        void write(JsonGenerator out) throws IOException;
    }

    private Json() {
    }

    /** Jackson, for documents that are not messages. */
    private static final class Documents {
        private static final ObjectMapper MAPPER = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }

    /** Returns a configured mapper for documents of any form. Do not configure it further. */
    public static ObjectMapper mapper() {
        return Documents.MAPPER;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when {@code value} has no JSON form */
    public static byte[] write(Object value) {
        return write(value, out -> JsonForm.writeOrNull(JsonAny.FORM, value, out));
    }

    /** The same with a property before all others, which names the kind of the record. */
    public static byte[] write(String property, String kind, Record value) {
        return write(value, out -> JsonRecord.of(value.getClass()).write(property, kind, value, out));
    }

    private static byte[] write(Object value, Form form) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator out = TOKENS.createGenerator(bytes)) {
            form.write(out);
        } catch (IOException e) {
            throw new SssException(ErrorCode.INTERNAL, "no JSON form for a " + value.getClass().getName() + ": "
                    + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads a complete message: no component is null unless it is {@link Nullable}.
     *
     * @param type a record class
     * @param what names the bytes in the error message
     * @throws SssException {@link ErrorCode#PROTOCOL} when {@code json} is not a {@code type}
     */
    public static <T> T read(byte[] json, Class<T> type, String what) {
        T message = readOrNull(json, type, what);
        if (message == null) {
            throw notJson(what, type, "it is null", null);
        }
        return message;
    }

    /** The same for a message that may itself be null. */
    static <T> T readOrNull(byte[] json, Class<T> type, String what) {
        try (JsonParser in = TOKENS.createParser(json)) {
            in.nextToken();
            T message = type.cast(JsonForm.readOrNull(JsonForm.of(type), in));
            if (in.nextToken() != null) {
                throw JsonForm.wrong("nothing more", in);
            }
            return message;
        } catch (IOException e) {
            throw notJson(what, type, JsonForm.reason(e), e);
        }
    }

    private static SssException notJson(String what, Class<?> type, String why, Exception cause) {
        return new SssException(ErrorCode.PROTOCOL, what + " is not the JSON of a " + type.getName() + ": " + why, cause);
    }
}
