package org.sss.net.rpc;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Message;

/**
 * The JSON dialect of SSS: records, enums, lists, maps; unknown properties are ignored, so that nodes of different
 * versions can communicate. Thread-safe.
 *
 * <p>Messages are bound by {@link JsonRecord}. Jackson's data binding loads 700 classes for it, a third of the time in
 * which a cluster starts. jackson-jr reads incomplete messages, null elements, {@code 1.5} or {@code "1"} for an int,
 * and bytes after the message without an error. Tokens are read and written here, too, see
 * {@code docs/design/030-json-tokens.md}.
 */
public final class Json {
    private Json() {}

    /** Jackson, for documents that are not messages. */
    private static final class Documents {
        private static final ObjectMapper MAPPER = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
    }

    /** Returns a configured mapper for documents of any form. Do not configure it further. */
    public static ObjectMapper mapper() {
        return Documents.MAPPER;
    }

    /**
     * Writes a document that people and programs of other origin read: all components.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when {@code value} has no JSON form
     */
    public static byte[] write(Object value) {
        return write(value, true);
    }

    /**
     * Writes a message: components of records that are 0, false or null are left out, since the reader sets those which
     * are missing so.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when {@code value} has no JSON form
     */
    public static byte[] message(Object value) {
        return write(value, false);
    }

    /** A message with a property before all others, which names the kind of the record. */
    public static byte[] message(String property, String kind, Record value) {
        JsonWriter out = new JsonWriter();
        JsonRecord.of(value.getClass()).write(property, kind, value, out);
        return out.toBytes();
    }

    private static byte[] write(Object value, boolean whole) {
        JsonWriter out = new JsonWriter();
        JsonForm.writeOrNull(JsonAny.FORM, value, whole, out);
        return out.toBytes();
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

    /**
     * Returns {@code value} as a message; an immutable one is encoded when it leaves the JVM, within which the peer
     * gets itself.
     */
    public static Message asMessage(Object value) {
        return value instanceof ImmutableMessage ? Message.of(value, Json::message) : Message.of(message(value));
    }

    /** As {@link #read(byte[], Class, String)}; a value is returned as it was sent. */
    public static <T> T read(Message message, Class<T> type, String what) {
        return type.isInstance(message.value()) ? type.cast(message.value()) : read(message.bytes(), type, what);
    }

    /** The same for a message that may itself be null. */
    static <T> T readOrNull(Message message, Class<T> type, String what) {
        return type.isInstance(message.value()) ? type.cast(message.value()) : readOrNull(message.bytes(), type, what);
    }

    static <T> T readOrNull(byte[] json, Class<T> type, String what) {
        JsonReader in = new JsonReader(json);
        try {
            T message = type.cast(JsonForm.readOrNull(JsonForm.of(type), in));
            in.end();
            return message;
        } catch (JsonException e) {
            throw notJson(what, type, e.getMessage(), e);
        }
    }

    private static SssException notJson(String what, Class<?> type, String why, Exception cause) {
        return new SssException(
                ErrorCode.PROTOCOL, what + " is not the JSON of a " + type.getName() + ": " + why, cause);
    }
}
