package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.net.rpc.Json;

class ApiDocumentTest {
    private final ApiDocument document = new ApiDocument();

    @Test
    void everyAnswerHasAValidExample() {
        List<String> withoutExample = new ArrayList<>();
        document.root()
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .forEach(operation -> operation
                                .get("responses")
                                .forEach(answer -> answer.path("content").forEach(content -> {
                                    if (content.has("example")
                                            && !content.get("example").isTextual()) {
                                        document.check(
                                                content.get("schema"),
                                                content.get("example").toString());
                                    } else if (!content.has("example")) {
                                        withoutExample.add(path.getKey());
                                    }
                                }))));
        assertThat(withoutExample).containsExactly("/openapi.json");
    }

    @Test
    void examplesOfSchemasAreValid() {
        int count = 0;
        for (var schema : document.root().at("/components/schemas").properties()) {
            for (JsonNode example : schema.getValue().path("examples")) {
                document.check(schema.getValue(), example.toString());
                count++;
            }
        }
        assertThat(count).as("an example of each event").isEqualTo(6);
        JsonNode problem = document.root()
                .at("/components/responses/Problem/content")
                .iterator()
                .next();
        document.check(problem.get("schema"), problem.get("example").toString());
    }

    @Test
    void answersThatAreNotAsDescribedAreFound() {
        JsonNode schema = document.root().at("/components/schemas/Dropped");
        for (String wrong : List.of("{}", "{\"name\":1}", "{\"name\":\"a\",\"further\":1}")) {
            assertThatThrownBy(() -> document.check(schema, wrong)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void everyReferenceExists() {
        assertThat(document.root().findValuesAsText("$ref"))
                .isNotEmpty()
                .allSatisfy(
                        ref -> assertThat(document.root().at(ref.substring(1)).isMissingNode())
                                .as(ref)
                                .isFalse());
        assertThat(Json.mapper().convertValue(document.root(), Object.class)).isNotNull();
    }
}
