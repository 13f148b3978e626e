package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.GroupWriter;
import org.sss.client.WorkflowHandle;
import org.sss.http.api.FakeResponse.FakeEvents;
import org.sss.http.server.Request;
import org.sss.net.peer.Principal;

class WorkflowApiIT {
    @TempDir
    static Path directory;

    private static ApiCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new ApiCluster(directory, 2);
        try (GroupWriter<Long, String> writer = cluster.client.write(SampleJobs.LINES)) {
            for (long i = 0; i < 2000; i++) {
                writer.append(i, "the " + (i % 10 == 0 ? "end" : "the"));
            }
            writer.commit();
        }
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @Test
    void aWorkflowHasItsGraphItsPhasesAndItsSkew() throws IOException {
        String id = cluster.client.run(SampleJobs.wordCount()).id();
        JsonNode workflow = cluster.get("/workflows/{}", "", id);
        assertThat(workflow.at("/summary/state").asText()).isEqualTo("succeeded");
        assertThat(workflow.at("/summary/progress").asDouble()).isEqualTo(1);
        JsonNode map = workflow.get("jobs").get(0);
        assertThat(map.get("inputs").get(0).asText()).isEqualTo("lines");
        assertThat(map.at("/counters/0/value").asLong()).isEqualTo(2000);
        assertThat(map.at("/load/subgroupSkew").asDouble())
                .as("two words in four subgroups")
                .isGreaterThan(1);
        assertThat(map.at("/load/heaviestKeys/0/key").asText()).contains("the");
        assertThat(map.at("/statistics/shuffle/method").asText()).isNotEmpty();
        assertThat(map.at("/statistics/phases")).isNotEmpty();
        assertThat(group(workflow, "words").get("temporary").asBoolean()).isTrue();
        assertThat(group(workflow, "words").get("exists").asBoolean()).isFalse();
        assertThat(group(workflow, "counts").get("tuples").asLong()).isEqualTo(2);
        assertThat(workflow.get("failures")).isEmpty();
        JsonNode made = cluster.get("/groups/{}", "", "counts").get("madeBy");
        assertThat(made.get("workflow").asText()).isEqualTo(id);
        assertThat(made.get("inputs").get(0).asText()).isEqualTo("words");
        JsonNode used = cluster.get("/groups/{}", "", "lines").get("usedBy");
        assertThat(used.findValuesAsText("workflow")).contains(id);
        JsonNode tasks = cluster.get("/workflows/{}/tasks", "", id);
        assertThat(tasks.get("jobs")).hasSize(2);
        JsonNode seen = cluster.get(ApiCluster.READER, "/workflows/{}", "", id);
        assertThat(seen.get("specificationKnown").asBoolean())
                .as("needs role run")
                .isFalse();
        assertThat(group(seen, "words").get("temporary").isNull()).isTrue();
        JsonNode list = cluster.get("/workflows", "search=WORDC&state=succeeded");
        assertThat(list.get("workflows").findValuesAsText("id")).contains(id);
    }

    private static JsonNode group(JsonNode workflow, String name) {
        for (JsonNode group : workflow.get("groups")) {
            if (group.get("name").asText().equals(name)) {
                return group;
            }
        }
        throw new AssertionError("no group " + name + " in " + workflow.get("groups"));
    }

    @Test
    void aFailureHasItsKeyItsNodeAndTheCommandThatReplaysIt() throws IOException {
        TupleGroup<String, Long> input = TupleGroup.of("failing", Codecs.STRING, Codecs.LONG);
        String key = "it's: <b>\tx";
        try (GroupWriter<String, Long> writer = cluster.client.write(input)) {
            writer.append(key, 0L);
            writer.commit();
        }
        Workflow workflow = SampleJobs.failing(input);
        WorkflowHandle handle = cluster.client.submit(workflow);
        assertThatThrownBy(handle::await).isInstanceOf(SssException.class);
        JsonNode failure =
                cluster.get("/workflows/{}", "", handle.id()).get("failures").get(0);
        assertThat(failure.get("job").asText()).isEqualTo("map-1");
        assertThat(failure.get("key").asText()).isEqualTo(key);
        assertThat(failure.get("cause").asText()).startsWith("java.lang.ArithmeticException: / by zero");
        assertThat(failure.get("input").asText()).contains("of group 'failing'");
        assertThat(failure.get("node").asInt()).isBetween(0, 1);
        assertThat(failure.get("stack").asText()).contains("SampleJobs").doesNotContain("on node");
        assertThat(failure.get("replayCommand").asText())
                .isEqualTo("sss replay " + handle.id() + "/map-1 'it'\\''s: <b>\\tx'");
        assertThat(cluster.get("/workflows", "state=failed")
                        .get("workflows")
                        .get(0)
                        .at("/error/code")
                        .asText())
                .isEqualTo("USER_CODE");
    }

    @Test
    void aLoopIsFolded() throws IOException {
        TupleGroup<String, Long> numbers = TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG);
        try (GroupWriter<String, Long> writer = cluster.client.write(numbers)) {
            writer.append("n", 0L);
            writer.commit();
        }
        Workflow workflow = SampleJobs.loop(numbers, 5);
        String id = cluster.client.run(workflow).id();
        JsonNode answer = cluster.get("/workflows/{}", "", id);
        assertThat(answer.get("jobs")).hasSize(1);
        assertThat(answer.at("/jobs/0/iterations").asInt()).isEqualTo(5);
        assertThat(answer.at("/loops/0/maxIterations").asInt()).isEqualTo(5);
        assertThat(answer.at("/loops/0/carried/0/written").asText()).isEqualTo("numbers-next");
    }

    private static FakeEvents open(Principal caller, String lastEventId) throws IOException {
        FakeResponse response = new FakeResponse();
        Map<String, String> headers = lastEventId == null ? Map.of() : Map.of("last-event-id", lastEventId);
        cluster.api.handle(
                new Request("GET", List.of("api", "v1", "events"), Map.of(), headers, new byte[0], caller), response);
        return response.events;
    }

    @Test
    void aRunningWorkflowIsSeenAndCancelled() throws IOException {
        FakeEvents events = open(ApiCluster.ADMIN, null);
        assertThat(events.all().get(0).name()).isEqualTo("ready");
        Workflow workflow = SampleJobs.hanging();
        String id = cluster.client.submit(workflow).id();
        await().until(() -> events.of("job").stream()
                .anyMatch(event -> event.json().contains(id) && event.json().contains("running")));
        assertThat(cluster.get("/workflows", "state=unfinished").get("total").asInt())
                .isEqualTo(1);
        JsonNode cancelled = org.sss.net.rpc.Json.mapper()
                .readTree(cluster.ask(ApiCluster.ADMIN, "POST", "/workflows/{}/cancel", "", "", id)
                        .text());
        assertThat(cancelled.get("cancelled").asBoolean()).isTrue();
        await().until(() -> events.of("workflow").stream()
                .anyMatch(event -> event.json().contains(id) && event.json().contains("\"cancelled\"")));
        await().until(() -> events.of("node").size() >= 2);
        events.all().forEach(event -> cluster.document.checkEvent(event.name(), event.json()));
        assertThat(events.all().stream().map(FakeEvents.Event::id)).isSorted();
        events.close();
    }

    @Test
    void aStreamResumesAndARestrictedCallerSeesItsGroups() throws IOException {
        FakeEvents first = open(ApiCluster.ADMIN, null);
        FakeEvents guest = open(ApiCluster.RESTRICTED, null);
        cluster.client.copy("lines", "seen");
        cluster.client.copy("lines", "mine.seen");
        await().until(() ->
                first.of("groups").stream().anyMatch(event -> event.json().contains("mine.seen")));
        await().until(() -> !guest.of("groups").isEmpty());
        assertThat(guest.all())
                .allSatisfy(event ->
                        assertThat(event.json()).doesNotContain("\"seen\"").doesNotContain("lines"));
        long ready = first.all().get(0).id();
        first.close();
        cluster.client.drop("seen");
        FakeEvents again = open(ApiCluster.ADMIN, Long.toString(ready));
        assertThat(again.of("groups")).as("what came after the first event").isNotEmpty();
        assertThat(again.of("reset")).isEmpty();
        await().until(() ->
                again.of("groups").stream().anyMatch(event -> event.json().contains("\"dropped\":[\"seen\"]")));
        for (String unknown : List.of("1", "nonsense", "9007199254740991")) {
            assertThat(open(ApiCluster.ADMIN, unknown).all().get(0).name()).isEqualTo("reset");
        }
        cluster.client.drop("mine.seen");
        guest.close();
        again.close();
    }
}
