package org.sss.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.http.server.Request;
import org.sss.http.server.StatusException;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.Json;

/** Each answer is also compared with the document. */
class ApiIT {
    private static final TupleGroup<String, String> TEXTS = TupleGroup.of("texts", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<Bytes, Bytes> BYTES = TupleGroup.of("bytes", Codecs.BYTES, Codecs.BYTES);
    private static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "tab\tnew\nline",
            "\u0000\u001b[31m",
            "a/b?c&d=e%20",
            "'; drop",
            "é\uD83D\uDE00");

    @TempDir
    static Path directory;

    private static ApiCluster cluster;

    @BeforeAll
    static void start() throws IOException {
        cluster = new ApiCluster(directory, 2);
        try (GroupWriter<String, String> writer = cluster.client.write(TEXTS)) {
            HOSTILE.forEach(text -> writer.append(text, text));
            writer.append("many", "first");
            writer.append("many", "second");
            writer.append("many", "third");
            writer.append("long", "x".repeat(100_000) + "é");
            writer.commit();
        }
        try (GroupWriter<Bytes, Bytes> writer = cluster.client.write(BYTES)) {
            writer.append(bytes(0xFF, 0), bytes(1, 0xFE));
            writer.commit();
        }
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static Bytes bytes(int... values) {
        byte[] array = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            array[i] = (byte) values[i];
        }
        return new Bytes().set(array, 0, array.length);
    }

    private static void put(String group, int tuples) {
        try (GroupWriter<Long, String> writer =
                cluster.client.write(TupleGroup.of(group, Codecs.LONG, Codecs.STRING))) {
            for (long i = 0; i < tuples; i++) {
                writer.append(i, "value " + i);
            }
            writer.commit();
        }
    }

    private static List<String> all(JsonNode list, String... path) {
        List<String> texts = new ArrayList<>();
        for (JsonNode one : list) {
            JsonNode at = one;
            for (String name : path) {
                at = at.get(name);
            }
            texts.add(at.asText());
        }
        return texts;
    }

    @Test
    void theClusterHasNodesTotalsAndTheCaller() throws IOException {
        JsonNode answer = cluster.get("/cluster", "");
        assertThat(all(answer.get("nodes"), "state")).containsExactly("up", "up");
        assertThat(answer.at("/totals/tuples").asLong()).isPositive();
        assertThat(answer.at("/caller/role").asText()).isEqualTo("admin");
    }

    @Test
    void aRestrictedCallerSeesItsGroupsOnly() throws IOException {
        put("mine.a", 3);
        Principal guest = ApiCluster.RESTRICTED;
        JsonNode answer = cluster.get(guest, "/cluster", "");
        assertThat(all(answer.get("nodes"), "state")).containsOnly("unknown");
        assertThat(answer.at("/totals/groups").asInt()).isEqualTo(1);
        assertThat(all(cluster.get(guest, "/groups", "").get("groups"), "name")).containsExactly("mine.a");
        assertThat(cluster.get(guest, "/groups/{}", "", "mine.a")
                        .get("lineageKnown")
                        .asBoolean())
                .isFalse();
        assertThat(cluster.get(guest, "/groups/{}/tuples", "", "mine.a").get("tuples"))
                .hasSize(3);
        assertThat(codeOf(() -> cluster.get(guest, "/groups/{}", "", "texts"))).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(codeOf(() -> cluster.get(guest, "/groups/{}/tuples", "", "texts")))
                .isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(codeOf(() -> cluster.get(guest, "/workflows", ""))).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(codeOf(() -> cluster.ask(ApiCluster.READER, "DELETE", "/groups/{}", "", "", "mine.a")))
                .isEqualTo(ErrorCode.FORBIDDEN);
        cluster.client.drop("mine.a");
    }

    private interface Call {
        void run() throws IOException;
    }

    private static ErrorCode codeOf(Call call) {
        try {
            call.run();
        } catch (SssException e) {
            return e.code();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new AssertionError("it has succeeded");
    }

    @Test
    void aGroupHasItsPlaceAndTypes() throws IOException {
        JsonNode answer = cluster.get("/groups/{}", "", "texts");
        assertThat(answer.at("/group/keyType").asText()).isEqualTo("string");
        assertThat(StreamSupport.stream(answer.get("subgroups").spliterator(), false)
                        .mapToLong(subgroup -> subgroup.get("tuples").asLong())
                        .sum())
                .isEqualTo(answer.at("/group/tuples").asLong());
        assertThat(answer.get("madeBy").isNull()).isTrue();
    }

    @Test
    void hostileTextsAreEscapedAndFoundAgain() throws IOException {
        List<String> keys = all(cluster.get("/groups/{}/tuples", "", "texts").get("tuples"), "key", "text");
        assertThat(keys).hasSize(HOSTILE.size() + 4).isSortedAccordingTo(ApiIT::byBytes);
        for (String key : keys) {
            assertThat(key.chars()).noneMatch(Character::isISOControl);
            JsonNode found = byKey(key).get("tuples");
            assertThat(all(found, "key", "text")).isNotEmpty().containsOnly(key);
        }
        assertThat(keys).contains("tab\\tnew\\nline", "\\x00\\x1b[31m", "<script>alert(1)</script>", "é\uD83D\uDE00");
    }

    private static int byBytes(String a, String b) {
        TextForm form = TextForm.of("string");
        return Arrays.compareUnsigned(form.parse(a), form.parse(b));
    }

    private static JsonNode byKey(String key) throws IOException {
        FakeResponse response = new FakeResponse();
        cluster.api.handle(
                new Request(
                        "GET",
                        List.of("api", "v1", "groups", "texts", "tuples"),
                        Map.of("key", key),
                        Map.of(),
                        new byte[0],
                        ApiCluster.ADMIN),
                response);
        return Json.mapper().readTree(response.body);
    }

    @Test
    void pagesHaveEachTupleOnce() throws IOException {
        put("numbers", 1000);
        List<String> values = new ArrayList<>();
        String from = "";
        do {
            JsonNode page = cluster.get("/groups/{}/tuples", "limit=300" + from, "numbers");
            values.addAll(all(page.get("tuples"), "key", "text"));
            from = page.get("next").isNull()
                    ? null
                    : "&from=" + page.get("next").asText();
        } while (from != null);
        assertThat(values)
                .hasSize(1000)
                .doesNotHaveDuplicates()
                .startsWith("0", "1", "2")
                .endsWith("999");
        assertThat(all(cluster.get("/groups/{}/tuples", "after=998", "numbers").get("tuples"), "value", "text"))
                .containsExactly("value 998", "value 999");
        assertThat(codeOf(() -> cluster.get("/groups/{}/tuples", "prefix=9", "numbers")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        cluster.client.drop("numbers");
    }

    @Test
    void aPageMayStartWithinTheValuesOfAKey() throws IOException {
        JsonNode first = cluster.get("/groups/{}/tuples", "key=many&limit=2", "texts");
        assertThat(all(first.get("tuples"), "value", "text")).containsExactly("first", "second");
        String next = first.get("next").asText();
        JsonNode second = cluster.get("/groups/{}/tuples", "key=many&from=" + next, "texts");
        assertThat(all(second.get("tuples"), "value", "text")).containsExactly("third");
        assertThat(second.get("next").isNull()).isTrue();
        JsonNode further = cluster.get("/groups/{}/tuples", "from=" + next, "texts");
        assertThat(all(further.get("tuples"), "value", "text")).startsWith("third");
        assertThat(cluster.get("/groups/{}/tuples", "key=absent", "texts").get("tuples"))
                .isEmpty();
        assertThat(codeOf(() -> cluster.get("/groups/{}/tuples", "from=nonsense", "texts")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void bytesThatAreNoTextAreHexadecimal() throws IOException {
        JsonNode tuple =
                cluster.get("/groups/{}/tuples", "", "bytes").get("tuples").get(0);
        assertThat(tuple.at("/key/text").isNull()).isTrue();
        assertThat(tuple.at("/key/hex").asText()).isEqualTo("ff00");
        assertThat(tuple.at("/value/hex").asText()).isEqualTo("01fe");
    }

    @Test
    void longValuesAreCut() throws IOException {
        JsonNode inList = cluster.get("/groups/{}/tuples", "prefix=lo", "texts")
                .get("tuples")
                .get(0)
                .get("value");
        assertThat(inList.get("text").asText()).hasSize(4 << 10);
        assertThat(inList.get("cut").asBoolean()).isTrue();
        assertThat(inList.get("bytes").asInt()).isEqualTo(100_002);
        JsonNode alone = cluster.get("/groups/{}/tuples", "key=long", "texts")
                .get("tuples")
                .get(0)
                .get("value");
        assertThat(alone.get("text").asText()).hasSize(64 << 10);
    }

    @Test
    void aLargeValueIsNotInMemory() throws IOException {
        TupleGroup<String, Bytes> large = TupleGroup.of("large", Codecs.STRING, Codecs.BYTES);
        long size = 96 << 20;
        try (GroupWriter<String, Bytes> writer = cluster.client.write(large)) {
            writer.append("k", zeros(size));
            writer.append("l", bytes(1));
            writer.commit();
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        JsonNode page = cluster.get("/groups/{}/tuples", "", "large");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(size / 2);
        assertThat(page.get("tuples").get(0).at("/value/bytes").asLong()).isEqualTo(size);
        JsonNode next =
                cluster.get("/groups/{}/tuples", "from=" + page.get("next").asText(), "large");
        assertThat(all(next.get("tuples"), "key", "text"))
                .as("the page ended early")
                .containsExactly("l");
        assertThatThrownBy(() -> cluster.ask(ApiCluster.ADMIN, "GET", "/groups/{}/export.jsonl", "", "", "large"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("value of key 'k' of group 'large' is larger than 16 MiB");
        cluster.client.drop("large");
    }

    private static Bytes zeros(long size) {
        byte[] zeros = new byte[(int) size];
        return new Bytes().set(zeros, 0, zeros.length);
    }

    @Test
    void exportsAreStreams() throws IOException {
        put("few", 3);
        FakeResponse csv = cluster.ask(ApiCluster.READER, "GET", "/groups/{}/export.csv", "", "", "few");
        assertThat(csv.text().lines()).hasSize(4).startsWith("key,value");
        FakeResponse lines = cluster.ask(ApiCluster.READER, "GET", "/groups/{}/export.jsonl", "", "", "few");
        assertThat(lines.text().lines()).hasSize(3).first().isEqualTo("{\"key\":0,\"value\":\"value 0\"}");
        FakeResponse gone = new FakeResponse(() -> {
            throw new IOException("the client has gone");
        });
        assertThatThrownBy(() -> cluster.handle(gone, ApiCluster.READER, "GET", "/groups/{}/export.csv", "", "", "few"))
                .hasRootCauseMessage("the client has gone");
        assertThat(codeOf(() -> cluster.ask(ApiCluster.READER, "GET", "/groups/{}/export.csv", "", "", "none")))
                .isEqualTo(ErrorCode.NOT_FOUND);
        cluster.client.drop("few");
    }

    /** It ends with an error or with all tuples, never with some of them as if they were all. */
    @Test
    void aGroupThatIsDroppedWhileItIsReadFails() throws IOException {
        put("dropped", 100_000);
        JsonNode page = cluster.get("/groups/{}/tuples", "", "dropped");
        FakeResponse export = new FakeResponse(() -> {
            if (cluster.client.groups().stream().anyMatch(group -> group.name().equals("dropped"))) {
                cluster.client.drop("dropped");
            }
        });
        boolean failed = false;
        try {
            cluster.handle(export, ApiCluster.ADMIN, "GET", "/groups/{}/export.csv", "", "", "dropped");
        } catch (SssException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
            failed = true;
        }
        assertThat(failed || export.text().lines().count() == 100_001).isTrue();
        assertThat(codeOf(() -> cluster.get(
                        "/groups/{}/tuples", "from=" + page.get("next").asText(), "dropped")))
                .isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void groupsAreRenamedCopiedAndDropped() throws IOException {
        put("one", 2);
        FakeResponse copy = cluster.ask(ApiCluster.ADMIN, "POST", "/groups/{}/copy", "", "{\"to\":\"two\"}", "one");
        assertThat(copy.status).isEqualTo(201);
        cluster.ask(ApiCluster.ADMIN, "POST", "/groups/{}/rename", "", "{\"to\":\"three\"}", "two");
        assertThat(codeOf(() ->
                        cluster.ask(ApiCluster.ADMIN, "POST", "/groups/{}/rename", "", "{\"to\":\"one\"}", "three")))
                .isEqualTo(ErrorCode.ALREADY_EXISTS);
        for (String wrong : List.of("", "{}", "[1]", "{\"to\":\"<b>\"}", "{\"to\":null}")) {
            assertThat(codeOf(() -> cluster.ask(ApiCluster.ADMIN, "POST", "/groups/{}/rename", "", wrong, "three")))
                    .as(wrong)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(codeOf(() -> cluster.ask(ApiCluster.ADMIN, "DELETE", "/groups/{}", "id=1", "", "three")))
                .as("another group of that name")
                .isEqualTo(ErrorCode.NOT_FOUND);
        cluster.ask(ApiCluster.ADMIN, "DELETE", "/groups/{}", "", "", "three");
        cluster.ask(ApiCluster.ADMIN, "DELETE", "/groups/{}", "", "", "one");
        assertThat(cluster.get("/groups", "prefix=t&search=EXT").get("total").asInt())
                .isEqualTo(1);
    }

    @Test
    void unknownPathsAndWrongMethodsAreRefused() throws IOException {
        for (String path : List.of("/nothing", "/groups/{}/nothing", "/cluster/x", "/groups/{}/tuples/x", "/")) {
            assertThatThrownBy(() -> cluster.handle(new FakeResponse(), ApiCluster.ADMIN, "GET", path, "", "", "texts"))
                    .as(path)
                    .isInstanceOf(StatusException.class);
        }
        FakeResponse response = new FakeResponse();
        assertThatThrownBy(() -> cluster.handle(response, ApiCluster.ADMIN, "PUT", "/groups/{}", "", "", "texts"))
                .isInstanceOf(StatusException.class)
                .hasMessageContaining("GET, DELETE");
        assertThat(response.headers).containsEntry("Allow", "GET, DELETE");
        for (String name : List.of("<script>", "\u0000", "x".repeat(201), "a/b", "")) {
            assertThat(codeOf(() -> cluster.get("/groups/{}", "", name)))
                    .as(name)
                    .isIn(ErrorCode.NOT_FOUND, ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(codeOf(() -> cluster.get("/groups", "limit=0"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(codeOf(() -> cluster.get("/groups", "sort=x"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(codeOf(() -> cluster.get("/groups", "from=x"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(codeOf(() -> cluster.get("/workflows", "state=x"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(codeOf(() -> cluster.get("/workflows/{}", "", "wf-999"))).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(cluster.ask(ApiCluster.ADMIN, "GET", "/openapi.json", "", "").body)
                .isNotEmpty();
    }
}
