package org.sss.http.api;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Objects of JSON documents. Stateless. */
final class Fields {
    private Fields() {}

    /**
     * Returns an object.
     *
     * @param namesAndValues a name, its value, the next name and so on; values may be null
     */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    /** Returns the name of a constant as it is in JSON: {@code CO_GROUP} is {@code coGroup}. */
    static String name(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        boolean isFirst = true;
        for (String word : constant.name().toLowerCase(Locale.ROOT).split("_")) {
            name.append(isFirst ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
            isFirst = false;
        }
        return name.toString();
    }
}
