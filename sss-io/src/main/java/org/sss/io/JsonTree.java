package org.sss.io;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Reads documents as trees, as Jackson does, but preserves the notation of each {@link JsonNumber}. Jackson's own
 * trees, even those with exact decimals, turn {@code -0.0} into {@code 0.0}, {@code 1e400} into {@code 1E+400} and
 * {@code NaN} into a string. Stateless.
 */
final class JsonTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** What the parser does not check; its message is for users. */
    static final class NoDocument extends JsonParseException {
        private static final long serialVersionUID = 1L;

        NoDocument(JsonParser in, String message) {
            super(in, message);
        }
    }

    private JsonTree() {}

    /**
     * Reads one document to its end; the parser limits its nesting depth.
     *
     * @throws com.fasterxml.jackson.core.JsonProcessingException if it is no document, or more data follows
     */
    static JsonNode read(JsonParser in) throws IOException {
        JsonNode document = node(in, in.nextToken());
        if (in.nextToken() != null) {
            throw new NoDocument(in, "more follows after the document");
        }
        return document;
    }

    private static JsonNode node(JsonParser in, JsonToken token) throws IOException {
        if (token == null) {
            throw new NoDocument(in, "there is no document");
        }
        return switch (token) {
            case START_OBJECT -> object(in);
            case START_ARRAY -> array(in);
            case VALUE_STRING -> NODES.textNode(in.getText());
            case VALUE_NUMBER_INT -> whole(in);
            case VALUE_NUMBER_FLOAT -> new JsonNumber(in.getText());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new NoDocument(in, "a value is missing");
        };
    }

    private static JsonNode object(JsonParser in) throws IOException {
        ObjectNode object = NODES.objectNode();
        for (String name = in.nextFieldName(); name != null; name = in.nextFieldName()) {
            object.set(name, node(in, in.nextToken()));
        }
        return object;
    }

    private static JsonNode array(JsonParser in) throws IOException {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = in.nextToken(); token != JsonToken.END_ARRAY; token = in.nextToken()) {
            array.add(node(in, token));
        }
        return array;
    }

    private static JsonNode whole(JsonParser in) throws IOException {
        return switch (in.getNumberType()) {
            case INT -> NODES.numberNode(in.getIntValue());
            case LONG -> NODES.numberNode(in.getLongValue());
            default -> NODES.numberNode(in.getBigIntegerValue());
        };
    }
}
