package org.sss.io;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Why a line is not the JSON that is expected, in words of users; those of the parser name its settings. Stateless. */
final class JsonErrors {
    private static final int SHOWN_BYTES = 40;

    private JsonErrors() {}

    /** Returns why {@code bytes[offset, offset + length)} is no document. */
    static String syntax(JsonProcessingException e, byte[] bytes, int offset, int length) {
        if (e instanceof JsonTree.NoDocument) {
            return e.getOriginalMessage();
        }
        if (e instanceof StreamConstraintsException) {
            return limit(e.getOriginalMessage());
        }
        if (e instanceof JsonEOFException) {
            return "it ends before the document is complete";
        }
        // A carriage return starts a line for the parser; there is one at the end only.
        boolean isInside = e instanceof JsonParseException
                && e.getLocation() != null
                && e.getLocation().getLineNr() == 1;
        int column = isInside ? Math.max(1, e.getLocation().getColumnNr()) : length;
        int at = Math.min(Math.max(0, column - 1), Math.max(0, length - 1));
        int shown = Math.min(SHOWN_BYTES, length - at);
        return "it is wrong at byte " + at + " of the line, at '"
                + new String(bytes, offset + at, shown, StandardCharsets.UTF_8).strip()
                + (shown < length - at ? "..." : "") + "'";
    }

    private static String limit(String ofParser) {
        return ofParser.contains("epth")
                ? "it is nested more than " + JsonLinesSource.MAX_DEPTH + " deep"
                : ofParser.contains("ame")
                        ? "the name of a field is longer than " + JsonLinesSource.MAX_NAME_LENGTH + " characters"
                        : "a number has more than " + JsonLinesSource.MAX_DIGITS + " digits";
    }

    /** Returns why the document does not fit the record class. */
    static String mapping(JsonMappingException e, JsonNode document) {
        String field = path(e.getPath());
        if (e instanceof ValueInstantiationException rejected) {
            return "a " + rejected.getType().getRawClass().getSimpleName() + " rejects its fields: "
                    + rejected.getCause();
        }
        if (e instanceof InvalidDefinitionException wrong) {
            return (field.isEmpty() ? "" : "field '" + field + "': ") + "objects of "
                    + wrong.getType().getRawClass().getName()
                    + " cannot be made from JSON; use strings, numbers, booleans, records, lists and maps";
        }
        Class<?> type = e instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
        String expected = type == null ? "the type of the component" : type.getSimpleName();
        JsonNode value = at(document, e.getPath());
        if (field.isEmpty()) {
            return "it is no " + expected;
        }
        return value == null || value.isNull()
                ? "field '" + field + "' is " + (value == null ? "missing" : "null") + ", but a " + expected
                        + " is needed"
                : "field '" + field + "' is " + shown(value) + ", which is no " + expected;
    }

    private static String path(List<JsonMappingException.Reference> path) {
        StringBuilder text = new StringBuilder();
        for (JsonMappingException.Reference each : path) {
            text.append(
                    each.getFieldName() == null
                            ? "[" + each.getIndex() + "]"
                            : (text.isEmpty() ? "" : ".") + each.getFieldName());
        }
        return text.toString();
    }

    private static JsonNode at(JsonNode document, List<JsonMappingException.Reference> path) {
        JsonNode value = document;
        for (JsonMappingException.Reference each : path) {
            value = value == null
                    ? null
                    : each.getFieldName() == null ? value.get(each.getIndex()) : value.get(each.getFieldName());
        }
        return value;
    }

    private static String shown(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHOWN_BYTES ? text : text.substring(0, SHOWN_BYTES) + "...";
    }
}
