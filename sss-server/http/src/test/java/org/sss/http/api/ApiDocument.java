package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.net.rpc.Json;

/** The OpenAPI document, which answers are compared with; they must have no other properties. Thread-safe. */
final class ApiDocument {
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final JsonNode document;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    ApiDocument() {
        try (InputStream in = Api.class.getResourceAsStream("openapi.json")) {
            document = Json.mapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        close(document.get("components").get("schemas"));
    }

    private static void close(JsonNode node) {
        if (node instanceof ObjectNode object && object.has("properties") && object.has("required")) {
            object.put("additionalProperties", false);
        }
        node.forEach(ApiDocument::close);
    }

    JsonNode root() {
        return document;
    }

    /** @param schema a value of the document */
    void check(JsonNode schema, String json) {
        List<Error> errors = schemas.computeIfAbsent(schema.toString(), text -> schema((ObjectNode) schema))
                .validate(json, InputFormat.JSON);
        assertThat(errors).as(json).isEmpty();
    }

    /** Checks what is sent for an event. */
    void checkEvent(String kind, String json) {
        String name = "Event" + Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
        check(Json.mapper().createObjectNode().put("$ref", "#/components/schemas/" + name), json);
    }

    private Schema schema(ObjectNode schema) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", document.get("components"));
        return REGISTRY.getSchema(whole.toString());
    }

    /** Returns the answer that an operation gives with a status. */
    JsonNode answer(String path, String method, int status) {
        JsonNode responses = document.at("/paths").get(path).get(method).get("responses");
        JsonNode answer = responses.has("" + status) ? responses.get("" + status) : responses.get("default");
        return answer.has("$ref") ? document.at(answer.get("$ref").asText().substring(1)) : answer;
    }
}
