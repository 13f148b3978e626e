package org.sss.net.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.MessageFuzz;

/** Written messages are valid JSON for Jackson; messages are read as intended, or rejected. */
class JsonTest {
    enum Colour {
        RED,
        GREEN
    }

    record Inner(int number, boolean flag) {}

    record Outer(
            String name,
            long count,
            double share,
            Colour colour,
            byte[] bytes,
            List<Inner> inners,
            Map<String, Long> counts,
            @Nullable Inner maybe,
            List<String> names) {
        Outer {
            names = names == null ? List.of() : List.copyOf(names);
        }
    }

    record Tree(String name, List<Tree> children) {}

    private static final Outer OUTER = new Outer(
            "tab\t quote\" back\\ nul\0 ä € \uD83D\uDE00",
            Long.MIN_VALUE,
            -1.5e300,
            Colour.GREEN,
            new byte[] {-1, 0, 1},
            List.of(new Inner(Integer.MAX_VALUE, true)),
            Map.of("a \"b\"", 1L),
            null,
            List.of("x"));

    @Test
    void messagesAreWrittenByteForByteAsJacksonDoes() throws Exception {
        for (Object message : MessageFuzz.MESSAGES) {
            String json = new String(Json.write(message), StandardCharsets.UTF_8);
            assertThat(json)
                    .isEqualTo(Json.mapper().writeValueAsString(Json.mapper().readTree(json)));
        }
    }

    record Range(int from, int to, @Unwrapped Inner inner) {}

    @PropertyOrder({"number", "name", "to", "from", "flag", "note"})
    record Grouped(
            String name, @Unwrapped Range range, @Nullable String note) {}

    @Test
    void unwrappedRecordsShareTheObject() {
        Grouped message = new Grouped("a", new Range(1, 2, new Inner(3, true)), null);
        String json = "{\"number\":3,\"name\":\"a\",\"to\":2,\"from\":1,\"flag\":true,\"note\":null}";
        assertThat(Json.write(message)).asString().isEqualTo(json);
        assertThat(read(json, Grouped.class)).isEqualTo(message);
        assertThat(read("{\"flag\":true,\"from\":1,\"name\":\"a\",\"x\":{}}", Grouped.class))
                .isEqualTo(new Grouped("a", new Range(1, 0, new Inner(0, true)), null));
        assertRefused("{\"to\":1}", Grouped.class, "name is missing or null");
    }

    @Test
    void orderNamesEachPropertyOnce() {
        @PropertyOrder({"name", "name"})
        record Twice(String name) {}
        @PropertyOrder("number")
        record Incomplete(@Unwrapped Inner inner) {}
        assertThatThrownBy(() -> Json.write(new Twice("a"))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Json.write(new Incomplete(new Inner(1, true)))).hasMessageContaining("flag");
    }

    @Test
    void readsWrittenMessage() {
        Outer read = Json.read(Json.write(OUTER), Outer.class, "it");
        assertThat(read).usingRecursiveComparison().isEqualTo(OUTER);
    }

    @Test
    void readsLongNames() {
        Outer outer = new Outer(
                "", 0, 0, Colour.RED, new byte[0], List.of(), Map.of("\u6570".repeat(30_000), 1L), null, List.of());
        assertThat(Json.read(Json.write(outer), Outer.class, "it").counts()).isEqualTo(outer.counts());
    }

    @Test
    void jacksonReadsWrittenMessage() throws Exception {
        JsonNode read = Json.mapper().readTree(Json.write(OUTER));
        assertThat(read.get("name").asText()).isEqualTo(OUTER.name());
        assertThat(read.get("bytes").binaryValue()).isEqualTo(OUTER.bytes());
        assertThat(read.get("share").asDouble()).isEqualTo(OUTER.share());
        assertThat(read.get("maybe").isNull()).isTrue();
    }

    @Test
    void stringsOfAllKindsSurvive() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            String text = random.ints(random.nextInt(20), 0, random.nextBoolean() ? 128 : Character.MAX_CODE_POINT + 1)
                    .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            byte[] json = Json.write(new Tree(text, List.of()));
            assertThat(Json.read(json, Tree.class, "it").name())
                    .as("seed %d", seed)
                    .isEqualTo(text);
        }
    }

    @Test
    void unpairedSurrogateBecomesAQuestionMark() {
        assertThat(Json.read(Json.write(new Tree("a\uD83D", List.of())), Tree.class, "it")
                        .name())
                .isEqualTo("a?");
    }

    @Test
    void escapesAndSpacesAreRead() {
        Tree tree = read(" { \"children\" : [ ] ,\n\"name\" : \"\\u00e4\\uD83D\\ude00\\n\\/é\" } ", Tree.class);
        assertThat(tree.name()).isEqualTo("ä\uD83D\uDE00\n/é");
    }

    @Test
    void readsRecursiveRecords() {
        Tree tree = new Tree("a", List.of(new Tree("b", List.of()), new Tree("c", List.of(new Tree("d", List.of())))));
        assertThat(Json.read(Json.write(tree), Tree.class, "it")).isEqualTo(tree);
    }

    @Test
    void propertiesComeInAnyOrderAndUnknownOnesAreIgnored() {
        assertThat(read(
                        "{\"new\":{\"a\":[1,{\"b\":null}],\"c\":\"}\"},\"flag\":true,\"more\":-1.5e7,\"number\":3}",
                        Inner.class))
                .isEqualTo(new Inner(3, true));
    }

    @Test
    void missingNumbersAreZero() {
        assertThat(read("{\"number\":null}", Inner.class)).isEqualTo(new Inner(0, false));
    }

    @Test
    void writesNonFiniteNumbersAsText() {
        byte[] json = Json.write(Map.of("share", Double.NaN));
        assertThat(json).asString().isEqualTo("{\"share\":\"NaN\"}");
        record Share(double share) {}
        assertThat(Json.read(json, Share.class, "it").share()).isNaN();
    }

    @Test
    void namesMissingProperty() {
        assertRefused("{\"name\":\"a\"}", Tree.class, "children is missing or null");
        assertRefused(
                "{\"name\":\"a\",\"children\":[{\"children\":[]}]}", Tree.class, "name is missing or null of children");
        assertRefused("{\"name\":\"a\",\"children\":[null]}", Tree.class, "null instead of an element of children");
    }

    @Test
    void defaultOfTheConstructorReplacesNull() {
        byte[] json = Json.write(OUTER);
        String without = new String(json, StandardCharsets.UTF_8).replace(",\"names\":[\"x\"]", "");
        assertThat(read(without, Outer.class).names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{}x",
                "[]",
                "1",
                "null",
                "{\"number\":\"1\"}",
                "{\"number\":1.5}",
                "{\"number\":2147483648}",
                "{\"number\":1,}",
                "{\"flag\":1}",
                "{\"flag\":tru}",
                "{number:1}",
                "{\"number\" 1}",
                "{\"x\":}",
                "{\"x\":[1}",
                "{\"x\":nul}",
                "{\"x\":\"",
                "{\"x\":\"\\",
                "{\"x\":\"\\u12",
                "{\"x\":\"\\u12g4\"}",
                "{\"x\":\"\\q\"}",
                "{\"x\":\"\n\"}"
            })
    void rejectsJsonOfAnotherType(String json) {
        assertThatThrownBy(() -> read(json, Inner.class))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL));
    }

    @Test
    void rejectsInvalidUtf8() {
        byte[] json = "{\"name\":\"a\",\"children\":[]}".getBytes(StandardCharsets.UTF_8);
        json[9] = (byte) 0xff;
        assertThatThrownBy(() -> Json.read(json, Tree.class, "it")).hasMessageContaining("UTF-8");
    }

    @Test
    void ignoredAnswerIsNull() {
        assertThat(Json.readOrNull("{\"a\":[1]}".getBytes(StandardCharsets.UTF_8), Void.class, "it"))
                .isNull();
        assertThat(Json.readOrNull("null".getBytes(StandardCharsets.UTF_8), Void.class, "it"))
                .isNull();
    }

    @Test
    void rejectsIgnoredValueThatIsTooDeep() {
        assertRefused("{\"x\":" + "[".repeat(100_000), Inner.class, "the document is nested too deep");
    }

    @Test
    void rejectsTruncatedMessage() {
        byte[] json = Json.write(OUTER);
        for (int length = 0; length < json.length; length++) {
            byte[] cut = Arrays.copyOf(json, length);
            assertThatThrownBy(() -> Json.read(cut, Outer.class, "it"))
                    .isInstanceOf(SssException.class)
                    .hasMessageNotContainingAny("StreamRead", "[Source");
        }
    }

    @Test
    void writesValuesOfAllTypes() throws Exception {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("list", new ArrayList<>(Arrays.asList(1, null, 2.5, "x", Colour.RED)));
        values.put("array", new String[] {"a"});
        values.put("record", new Inner(1, false));
        values.put("empty", Map.of());
        values.put("path", Path.of("/a"));
        assertThat(new String(Json.write(values), StandardCharsets.UTF_8))
                .isEqualTo(Json.mapper().writeValueAsString(values));
    }

    /** A record class without its keyword, for example. */
    static final class NoRecord {
        final int number = 1;
    }

    @Test
    void namesTheClassOfAValueThatHasNoForm() {
        assertThatThrownBy(() -> Json.write(Map.of("part", new NoRecord())))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("no JSON form for a " + NoRecord.class.getName());
    }

    @Test
    void writesKindBeforeOtherProperties() {
        assertThat(Json.message("kind", "inner", new Inner(1, true)))
                .asString()
                .isEqualTo("{\"kind\":\"inner\",\"number\":1,\"flag\":true}");
    }

    @Test
    void messagesDoNotContainWhatIsReadAsMissing() {
        record Part(@Nullable String text, int number, boolean flag, double share, List<Inner> inners, Colour colour) {}

        Part empty = new Part(null, 0, false, 0, List.of(new Inner(0, false)), Colour.RED);
        assertThat(Json.message(empty)).asString().isEqualTo("{\"inners\":[{}],\"colour\":\"RED\"}");
        assertThat(Json.write(empty))
                .asString()
                .startsWith("{\"text\":null,\"number\":0,\"flag\":false,\"share\":0.0,");
        Part negativeZero = new Part("", 0, true, -0.0, List.of(), Colour.GREEN);
        for (Part part : List.of(empty, negativeZero)) {
            for (int i = 0; i < 200; i++) {
                assertThat(Json.read(Json.message(part), Part.class, "it")).isEqualTo(part);
            }
        }
    }

    @Test
    void numbersAreReadInTheirRange() {
        record Numbers(long large, int small, double any) {}

        for (Numbers numbers : List.of(
                new Numbers(Long.MAX_VALUE, Integer.MIN_VALUE, Double.MIN_VALUE),
                new Numbers(Long.MIN_VALUE, Integer.MAX_VALUE, -Double.MAX_VALUE),
                new Numbers(-1, 10, Double.NEGATIVE_INFINITY))) {
            assertThat(Json.read(Json.write(numbers), Numbers.class, "it")).isEqualTo(numbers);
        }
        assertThat(read("{\"large\":-0,\"any\":12}", Numbers.class)).isEqualTo(new Numbers(0, 0, 12));
        for (String wrong : List.of(
                "9223372036854775808", "-9223372036854775809", "92233720368547758070", "01", "-", "1e3", "1.0")) {
            assertThatThrownBy(() -> read("{\"large\":" + wrong + "}", Numbers.class))
                    .hasMessageContaining("expected at byte 9 of large");
        }
        assertRefused(
                "{\"small\":-2147483649}", Numbers.class, "a number from -2147483648 to 2147483647 expected at byte 9");
        for (String wrong : List.of(".5", "5.", "1e", "+1", "--1", "1e+", "\"x\"", "0x1")) {
            assertThatThrownBy(() -> read("{\"any\":" + wrong + "}", Numbers.class))
                    .isInstanceOf(SssException.class);
        }
    }

    @Test
    void acceptsWhatJacksonAccepts() {
        ObjectReader jackson = Json.mapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        String likely = "{}[]:,\"\\ 01-.eEtfnu\n\t\1é";
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 5000; i++) {
            Object message = MessageFuzz.MESSAGES.get(random.nextInt(MessageFuzz.MESSAGES.size()));
            StringBuilder json = new StringBuilder(new String(Json.message(message), StandardCharsets.UTF_8));
            for (int change = random.nextInt(3); change >= 0; change--) {
                int at = random.nextInt(Math.max(1, json.length()));
                String replacement =
                        random.nextInt(4) == 0 ? "" : String.valueOf(likely.charAt(random.nextInt(likely.length())));
                json.replace(Math.min(at, json.length()), Math.min(at + random.nextInt(2), json.length()), replacement);
            }
            byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
            assertThat(isAccepted(bytes)).as("seed %d: %s", seed, json).isEqualTo(isAcceptedBy(jackson, bytes));
        }
    }

    private static boolean isAccepted(byte[] json) {
        try {
            JsonReader reader = new JsonReader(json);
            reader.skip();
            reader.end();
            return true;
        } catch (JsonException e) {
            return false;
        }
    }

    private static boolean isAcceptedBy(ObjectReader jackson, byte[] json) {
        try {
            return !jackson.readTree(json).isMissingNode();
        } catch (IOException e) {
            return false;
        }
    }

    private static <T> T read(String json, Class<T> type) {
        return Json.read(json.getBytes(StandardCharsets.UTF_8), type, "it");
    }

    private static void assertRefused(String json, Class<?> type, String why) {
        assertThatThrownBy(() -> read(json, type))
                .isInstanceOf(SssException.class)
                .hasMessageContaining(why);
    }
}
