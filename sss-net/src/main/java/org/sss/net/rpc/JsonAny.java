package org.sss.net.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

/** Values of undeclared type: written by their runtime class; cannot be read. Stateless. */
final class JsonAny extends JsonForm {
    static final JsonForm FORM = new JsonAny();

    private static final JsonForm ELEMENTS = new Elements(FORM);
    private static final JsonForm PROPERTIES = new Properties(FORM);

    private JsonAny() {
    }

    @Override
    void write(Object value, JsonGenerator out) throws IOException {
        if (value instanceof Record) {
            JsonRecord.of(value.getClass()).write(value, out);
        } else if (value instanceof Map<?, ?>) {
            PROPERTIES.write(value, out);
        } else if (value instanceof Collection<?>) {
            ELEMENTS.write(value, out);
        } else if (value instanceof Object[] array) {
            ELEMENTS.write(Arrays.asList(array), out);
        } else {
            writeScalar(value, out);
        }
    }

    private static void writeScalar(Object value, JsonGenerator out) throws IOException {
        JsonForm scalar = JsonScalar.of(value.getClass());
        if (scalar != null) {
            scalar.write(value, out);
            return;
        }
        Json.mapper().writeValue(out, value);
    }

    @Override
    Object read(JsonParser in) throws IOException {
        throw wrong("no value, since its type is unknown, was", in);
    }
}
