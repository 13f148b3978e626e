package org.sss.io;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.NumberSyntax;
import org.sss.api.SssException;
import org.sss.net.control.Nearest;

/**
 * A JSON document or a value in one; may be stored. An absent value is {@linkplain #isMissing() missing} and empty, so
 * {@code view.get("a").get("b")} never fails; converting a missing value to text or a number does. Immutable.
 */
public final class JsonView {
    private static final JsonView MISSING = new JsonView(MissingNode.getInstance());

    /** In an error message. */
    private static final int MAX_NAMES = 30;

    private final JsonNode node;

    JsonView(JsonNode node) {
        this.node = node;
    }

    /** Returns the value of a field. */
    public JsonView get(String field) {
        return of(node.get(field));
    }

    /**
     * Returns the value of a field, or of a field in nested objects by the names with dots between them: {@code
     * user.id}. A field whose own name has the dots comes first.
     */
    public JsonView at(String path) {
        JsonView found = get(path);
        for (int dot = path.indexOf('.'); found.isMissing() && dot > 0; dot = path.indexOf('.', dot + 1)) {
            JsonNode object = node.get(path.substring(0, dot));
            found = object == null ? MISSING : new JsonView(object).at(path.substring(dot + 1));
        }
        return found;
    }

    /** Returns an element of an array, numbered from 0. */
    public JsonView get(int index) {
        return of(node.get(index));
    }

    private static JsonView of(JsonNode found) {
        return found == null ? MISSING : new JsonView(found);
    }

    public boolean isMissing() {
        return node.isMissingNode();
    }

    /** Returns whether the value is missing or {@code null}. */
    public boolean isNull() {
        return node.isMissingNode() || node.isNull();
    }

    /** Returns the number of elements of an array or of fields of an object; 0 for other values. */
    public int size() {
        return node.size();
    }

    /** Returns the elements of an array; empty for other values. */
    public List<JsonView> elements() {
        List<JsonView> elements = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(element -> elements.add(new JsonView(element)));
        }
        return elements;
    }

    /** Returns the names of the fields of an object in order; empty for other values. */
    public List<String> fields() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Returns a string unchanged, a number in its original notation, or a boolean as text.
     *
     * @throws SssException INVALID_ARGUMENT for other values; same for the methods below */
    public String text() {
        return checked(node.isValueNode() && !node.isNull() && !node.isMissingNode(), "text")
                .asText();
    }

    /**
     * Returns the bytes of {@code {"base64": "..."}}, which is the export format of bytes that are no text; for other
     * values those of {@link #text()} in UTF-8.
     */
    public byte[] bytes() {
        JsonNode base64 = node.size() == 1 ? node.get("base64") : null;
        if (base64 == null || !base64.isTextual()) {
            return text().getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Base64.getDecoder().decode(base64.textValue());
        } catch (IllegalArgumentException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, this + " is no base64: " + e.getMessage(), e);
        }
    }

    public long asLong() {
        checked(node.isIntegralNumber(), "whole number");
        if (!node.canConvertToLong()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    this + " has more than the 64 bits of a long; read it" + " as a string");
        }
        return node.longValue();
    }

    /** Also converts texts such as NaN and -Infinity, which an export writes for numbers that JSON does not support. */
    public double asDouble() {
        return node.isTextual() && NumberSyntax.isNotFinite(node.textValue())
                ? NumberSyntax.parseDouble(node.textValue())
                : checked(node.isNumber(), "number").doubleValue();
    }

    public boolean asBoolean() {
        return checked(node.isBoolean(), "boolean").booleanValue();
    }

    /** Same as {@code get(field).text()}; the methods below likewise. */
    public String text(String field) {
        return in(field, JsonView::text);
    }

    public byte[] bytes(String field) {
        return in(field, JsonView::bytes);
    }

    public long getLong(String field) {
        return in(field, JsonView::asLong);
    }

    public double getDouble(String field) {
        return in(field, JsonView::asDouble);
    }

    public boolean getBoolean(String field) {
        return in(field, JsonView::asBoolean);
    }

    private <T> T in(String field, Function<JsonView, T> read) {
        JsonView value = get(field);
        try {
            return read.apply(value);
        } catch (SssException e) {
            throw new SssException(
                    e.code(), value.isMissing() ? missing(field) : "field '" + field + "': " + e.getMessage(), e);
        }
    }

    private String missing(String field) {
        List<String> names = paths();
        String are = names.isEmpty()
                ? "there are no fields"
                : "the fields are: " + String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                        + (names.size() > MAX_NAMES ? ", ..." : "");
        return "field '" + field + "' is missing" + Nearest.hint(field, names.stream()) + "; " + are;
    }

    /** Returns the names of the fields in order, those of fields in nested objects as {@link #at} takes them. */
    public List<String> paths() {
        List<String> names = new ArrayList<>();
        addNames(node, "", names);
        return names;
    }

    /** Adds the names of fields, those of nested objects with dots. */
    private static void addNames(JsonNode object, String prefix, List<String> names) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getValue().isObject() && !field.getValue().isEmpty()) {
                addNames(field.getValue(), prefix + field.getKey() + '.', names);
            } else {
                names.add(prefix + field.getKey());
            }
        }
    }

    private JsonNode checked(boolean is, String wanted) {
        if (!is) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    isMissing() ? "it is missing, a " + wanted + " is needed" : this + " is no " + wanted);
        }
        return node;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof JsonView other && node.equals(other.node);
    }

    @Override
    public int hashCode() {
        return node.hashCode();
    }

    /** Returns the value as JSON. */
    @Override
    public String toString() {
        return node.toString();
    }
}
