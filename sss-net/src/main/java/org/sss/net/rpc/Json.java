package org.sss.net.rpc;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The one JSON dialect of SSS: records, enums, lists, maps; unknown properties are ignored, so that nodes of neighbouring
 * versions understand each other. Thread-safe.
 *
 * <p>Messages are written and read without Jackson, which takes 700 classes for it: a third of the time in which a cluster starts.
 */
public final class Json {
    private Json() {
    }

    /** Jackson, for documents that are not messages. */
    private static final class Documents {
        private static final ObjectMapper MAPPER = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }

    /** A configured mapper for documents of any form; do not configure it further. */
    public static ObjectMapper mapper() {
        return Documents.MAPPER;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when {@code value} has no JSON form */
    public static byte[] write(Object value) {
        JsonOut out = new JsonOut();
        try {
            JsonForm.writeOrNull(JsonAny.FORM, value, out);
        } catch (JsonException e) {
            throw new SssException(ErrorCode.INTERNAL, "no JSON form for a " + value.getClass().getName() + ": "
                    + e.getMessage(), e);
        }
        return out.toByteArray();
    }

    /** The same with a property before all others, which tells of what kind the record is. */
    public static byte[] write(String property, String kind, Record value) {
        JsonOut out = new JsonOut();
        JsonRecord.of(value.getClass()).write(property, kind, value, out);
        return out.toByteArray();
    }

    /**
     * Returns a message that is complete: nothing in it is null but what is {@link Nullable}.
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

    /** The same for what may also be null as a whole. */
    static <T> T readOrNull(byte[] json, Class<T> type, String what) {
        try {
            JsonIn in = new JsonIn(json);
            T message = type.cast(JsonForm.readOrNull(JsonForm.of(type), in));
            in.end();
            return message;
        } catch (JsonException e) {
            throw notJson(what, type, e.getMessage(), e);
        }
    }

    private static SssException notJson(String what, Class<?> type, String why, Exception cause) {
        return new SssException(ErrorCode.PROTOCOL, what + " is not the JSON of a " + type.getName() + ": " + why, cause);
    }
}
