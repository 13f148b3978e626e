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
     * @param what names the bytes in the error message
     * @throws SssException {@link ErrorCode#PROTOCOL} when {@code json} is not a {@code type}
     */
    public static <T> T read(byte[] json, Class<T> type, String what) {
        try {
            return MAPPER.readValue(json, type);
        } catch (IOException e) {
            throw new SssException(ErrorCode.PROTOCOL, what + " is not the JSON of a " + type.getName() + ": "
                    + e.getMessage(), e);
        }
    }
}
