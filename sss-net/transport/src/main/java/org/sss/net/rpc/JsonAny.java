package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Values of undeclared type: written by their runtime class; cannot be read. Stateless. */
final class JsonAny extends JsonForm {
    static final JsonForm FORM = new JsonAny();

    private static final JsonForm ELEMENTS = new Elements(FORM);
    private static final JsonForm PROPERTIES = new Properties(FORM);

    private JsonAny() {}

    @Override
    void write(Object value, boolean whole, JsonWriter out) {
        if (value instanceof Record) {
            JsonRecord.of(value.getClass()).write(value, whole, out);
        } else if (value instanceof Map<?, ?>) {
            PROPERTIES.write(value, whole, out);
        } else if (value instanceof Collection<?>) {
            ELEMENTS.write(value, whole, out);
        } else if (value instanceof Object[] array) {
            ELEMENTS.write(Arrays.asList(array), whole, out);
        } else {
            writeScalar(value, out);
        }
    }

    private static void writeScalar(Object value, JsonWriter out) {
        JsonForm scalar = JsonScalar.of(value.getClass());
        if (scalar != null) {
            scalar.write(value, true, out);
            return;
        }
        try {
            out.raw(Json.mapper().writeValueAsBytes(value));
        } catch (JsonProcessingException e) {
            throw new SssException(
                    ErrorCode.INTERNAL, "no JSON form for a " + value.getClass().getName() + ": " + e.getMessage(), e);
        }
    }

    @Override
    Object read(JsonReader in) throws JsonException {
        throw in.wrong("no value, since its type is unknown, was");
    }
}
