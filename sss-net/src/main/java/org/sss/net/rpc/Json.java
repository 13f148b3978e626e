package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The one JSON dialect of SSS: records, enums, lists, maps; unknown properties are ignored, so that nodes of neighbouring
 * versions understand each other. Thread-safe.
 */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .build();

    private Json() {
    }

    /** The configured mapper; do not configure it further. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when {@code value} has no JSON form */
    public static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new SssException(ErrorCode.INTERNAL, "no JSON form for a " + value.getClass().getName() + ": "
                    + e.getOriginalMessage(), e);
        }
    }

    /**
     * Returns a message that is complete: nothing in it is null but what is {@link Nullable}.
     *
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
        T message;
        try {
            message = MAPPER.readValue(json, type);
        } catch (IOException e) {
            throw notJson(what, type, e.getMessage(), e);
        }
        String missing = message == null ? null : Completeness.missing(message);
        if (missing != null) {
            throw notJson(what, type, missing + " is missing or null", null);
        }
        return message;
    }

    private static SssException notJson(String what, Class<?> type, String why, Exception cause) {
        return new SssException(ErrorCode.PROTOCOL, what + " is not the JSON of a " + type.getName() + ": " + why, cause);
    }
}
