package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.data.GetAnswer;
import org.sss.net.data.GetFormat;
import org.sss.net.data.GetRequest;
import org.sss.net.rpc.DataQueue;
import org.sss.net.transport.Message;
import org.sss.net.transport.Transport;

/** What reads of single keys do with every transport and in every layout. */
@ParameterizedClass
@EnumSource(DataServerConfig.Layout.class)
abstract class PointReadContract {
    @Parameter
    DataServerConfig.Layout layout;

    @TempDir
    Path directory;

    private TestNode node;

    abstract Transport transport();

    @BeforeEach
    void open() {
        node = TestNode.open(directory, TestNode.CONFIG.withLayout(layout), this::transport);
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void keysThatAreThereHaveTheirValuesAndOthersNone() {
        node.store(7, 3, Tuples.of("apple", "red", "pear", "green"));
        GetClient client = client(7, 3);
        assertThat(client.get(bytes("apple")).values()).containsExactly(bytes("red"));
        assertThat(client.get(List.of(bytes(""), bytes("apple"), bytes("banana"), bytes("pear"), bytes("pears"))))
                .extracting(GetClient.Found::code)
                .containsExactly(0, 1, 0, 1, 0);
    }

    @Test
    void anySelectionOfKeysOfManyBlocksIsThatOfAMap() {
        Random random = seeded("any selection");
        Tuples model = store(1, 3, random);
        for (int i = 0; i < 100; i++) {
            checkSelection(model, selection(model, random.nextDouble() * random.nextDouble(), random));
        }
        checkSelection(model, model.keys());
    }

    @Test
    void aHundredThousandRandomKeysAreThoseOfAMap() {
        Tuples model = new Tuples();
        Random random = seeded("a hundred thousand");
        for (int i = 0; i < 100_000; i++) {
            model.add(number(random.nextInt(200_000)), number(i));
        }
        node.store(1, 0, model);
        TreeSet<byte[]> asked = new TreeSet<>(Arrays::compareUnsigned);
        for (int i = 0; i < 100_000; i++) {
            asked.add(number(random.nextInt(200_000)));
        }
        checkSelection(model, new ArrayList<>(asked));
    }

    @Test
    void valuesOfOneKeyComeInTheOrderOfTheRuns() {
        for (int source : new int[] {2, 0, 1}) {
            node.openPut(1, attempt(source))
                    .put(0, 1, Tuples.of("k", source + ".1", "k" + source, "x"))
                    .put(0, 0, Tuples.of("k", source + ".0"))
                    .finish();
        }
        node.server().commit(GroupKey.of(1), List.of(attempt(1), attempt(0), attempt(2)));
        assertThat(client(1, 0).tuples(List.of(bytes("k"))).values("k"))
                .isEqualTo(List.of("0.0", "0.1", "1.0", "1.1", "2.0", "2.1"));
    }

    @Test
    void readsMoreRunsThanBlockSlots() {
        List<AttemptId> attempts = new ArrayList<>();
        Tuples model = new Tuples();
        for (int source = 0; source < 80; source++) {
            Tuples run = new Tuples();
            for (int i = source % 3; i < 3000; i += 3) {
                run.add(number(i), number(source));
            }
            node.put(1, attempt(source), 0, run);
            attempts.add(attempt(source));
            model.addAll(run);
        }
        node.server().commit(GroupKey.of(1), attempts);
        checkSelection(model, model.keys());
    }

    @Test
    void valuesBeyondAnAnswerAreNamedAndTheirNeighboursAreThere() {
        Tuples tuples = Tuples.of("a", "before", "d", "between", "z", "zz");
        tuples.add(bytes("pieces"), new byte[600_000]).add(bytes("just"), new byte[GetFormat.MAX_VALUES_BYTES - 4]);
        tuples.add(bytes("over"), new byte[GetFormat.MAX_VALUES_BYTES - 3]);
        for (int i = 0; i < 300; i++) {
            tuples.add(bytes("many"), new byte[1000]);
        }
        node.store(1, 0, tuples);
        List<GetClient.Found> found = client(1, 0).get(tuples.keys());
        assertThat(tuples.keys())
                .extracting(String::new)
                .containsExactly("a", "d", "just", "many", "over", "pieces", "z");
        assertThat(found)
                .extracting(GetClient.Found::isTooLarge)
                .containsExactly(false, false, false, true, true, true, false);
        assertThat(found.get(2).values()).containsExactly(new byte[GetFormat.MAX_VALUES_BYTES - 4]);
        assertThat(found.get(6).values()).containsExactly(bytes("zz"));
    }

    @Test
    void theEmptyKeyAndTheLongestKeysAreFound() {
        byte[] zeros = new byte[65535];
        byte[] ones = new byte[65535];
        Arrays.fill(ones, (byte) 0xFF);
        Tuples tuples = Tuples.of("", "empty", "m", "one letter")
                .add(zeros, bytes("zeros"))
                .add(ones, bytes("ones"));
        node.store(1, 0, tuples);
        assertThat(client(1, 0).tuples(tuples.keys())).isEqualTo(tuples);
        assertThat(client(1, 0).get(Arrays.copyOf(ones, 65534)).values()).isEmpty();
    }

    /** Their first 2000 bytes are more than is kept of them in manifests and indexes. */
    @Test
    void findsLongKeysWithACommonPrefixInAllRunsAndRanges() {
        Tuples model = new Tuples();
        List<byte[]> asked = new ArrayList<>();
        for (int source = 0; source < 3; source++) {
            Tuples run = new Tuples();
            for (int i = source; i < 30; i += 3) {
                byte[] key = bytes("x".repeat(2000) + (100 + i));
                run.add(key, number(i));
                asked.add(key);
                asked.add(Arrays.copyOf(key, key.length - 1));
            }
            node.openPut(1, attempt(source)).put(0, 0, run).finish();
            model.addAll(run);
        }
        node.server().commit(GroupKey.of(1), List.of(attempt(0), attempt(1), attempt(2)));
        asked.addAll(
                List.of(bytes("x"), bytes("x".repeat(1024)), bytes("x".repeat(1999) + "y"), bytes("x".repeat(2001))));
        TreeSet<byte[]> ordered = new TreeSet<>(Arrays::compareUnsigned);
        ordered.addAll(asked);
        for (byte[] key : ordered) {
            checkSelection(model, List.of(key));
            assertThat(Tuples.readAll(node.server().merged(1, 0, key, null)).range(key, null))
                    .isEqualTo(model.range(key, null));
            assertThat(Tuples.readAll(node.server().merged(1, 0, null, key)).range(null, key))
                    .isEqualTo(model.range(null, key));
        }
        checkSelection(model, new ArrayList<>(ordered));
    }

    @Test
    void distinguishesEmptySubgroupFromMissingKey() {
        node.store(5, 2, Tuples.of("a", "1"));
        node.put(6, attempt(0), 2, Tuples.of("not", "committed"));
        assertThat(client(5, 2).get(bytes("b")).isNothingHere()).isFalse();
        assertThat(client(5, 1).get(bytes("a")).isNothingHere()).isTrue();
        assertThat(client(6, 2).get(bytes("not")).isNothingHere()).isTrue();
        assertThat(client(404, 2).get(bytes("a")).isNothingHere()).isTrue();
    }

    @Test
    void keysOfSeveralSubgroupsAreAnsweredByOneRequest() {
        for (int subgroup = 0; subgroup < 3; subgroup++) {
            node.put(1, attempt(subgroup), subgroup, Tuples.of("k", "v" + subgroup));
        }
        node.server().commit(GroupKey.of(1), List.of(attempt(0), attempt(1), attempt(2)));
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        for (int subgroup = 0; subgroup < 4; subgroup++) {
            assertThat(request.add(subgroup, bytes("k"))).isTrue();
        }
        try (GetAnswer answer = GetAnswer.ask(node.connection(), request, PutClient.PATIENCE)) {
            for (int subgroup = 0; subgroup < 3; subgroup++) {
                assertThat(answer.nextKey()).isEqualTo(1);
            }
            assertThat(answer.nextKey()).isEqualTo(GetFormat.NOTHING_HERE);
            answer.end();
        }
    }

    @Test
    void aDroppedGroupIsNotFound() {
        node.store(5, 2, Tuples.of("a", "1"));
        node.server().drop(TestNode.keys(5L));
        assertThatThrownBy(() -> client(5, 2).get(bytes("a")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("group 5 was dropped");
    }

    @Test
    void anAnswerLargerThanTheWindowComesAsItIsTaken() {
        Tuples tuples = new Tuples();
        for (int i = 0; i < 2000; i++) {
            tuples.add(number(i), new byte[5000]);
        }
        node.store(1, 0, tuples);
        checkSelection(tuples, tuples.keys());
    }

    @Test
    void abandonedAnswerLeavesNothingOpen() {
        Tuples tuples = new Tuples();
        for (int i = 0; i < 2000; i++) {
            tuples.add(number(i), new byte[5000]);
        }
        node.store(1, 0, tuples);
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        tuples.keys().forEach(key -> request.add(0, key));
        for (int i = 0; i < 20; i++) {
            try (GetAnswer answer = GetAnswer.ask(node.connection(), request, PutClient.PATIENCE)) {
                assertThat(answer.nextKey()).isEqualTo(1);
            }
        }
        checkSelection(tuples, tuples.keys().subList(1000, 1100));
    }

    @Test
    void aRequestCutAnywhereIsAProtocolError() {
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        request.add(0, bytes("a"));
        request.add(0, bytes("bcd"));
        request.add(9, bytes("a"));
        byte[] whole = request.encode();
        for (int length = 0; length < whole.length; length++) {
            assertThat(codeOf(Arrays.copyOf(whole, length)))
                    .as("cut to %d bytes", length)
                    .isEqualTo(ErrorCode.PROTOCOL);
        }
        assertThat(codeOf(Arrays.copyOf(whole, whole.length + 1))).isEqualTo(ErrorCode.PROTOCOL);
        assertThat(codeOf(Arrays.copyOf(whole, GetFormat.MAX_REQUEST_BYTES + 1)))
                .isEqualTo(ErrorCode.PROTOCOL);
    }

    @Test
    void keysOutOfOrderOrTwiceAreAProtocolError() {
        for (String second : List.of("b", "a", "")) {
            GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
            request.add(3, bytes("b"));
            request.add(3, bytes(second));
            assertThat(codeOf(request.encode())).isEqualTo(ErrorCode.PROTOCOL);
        }
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        request.add(3, bytes("b"));
        request.add(2, bytes("c"));
        assertThat(codeOf(request.encode())).isEqualTo(ErrorCode.PROTOCOL);
        assertThat(codeOf(negativeSubgroup())).isEqualTo(ErrorCode.PROTOCOL);
    }

    private static byte[] negativeSubgroup() {
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        request.add(-1, bytes("c"));
        return request.encode();
    }

    @Test
    void dataOnTheStreamOfARequestIsAProtocolError() {
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        for (int i = 0; i < 10_000; i++) {
            request.add(0, number(i));
        }
        Tuples tuples = new Tuples();
        for (int i = 0; i < 10_000; i++) {
            tuples.add(number(i), new byte[1000]);
        }
        node.store(1, 0, tuples);
        try (DataQueue queue = DataQueue.open(node.connection(), DataVerbs.GET, Message.of(request.encode()))) {
            queue.stream().send(Unpooled.wrappedBuffer(new byte[10]));
            assertThat(catchThrowableOfType(SssException.class, () -> queue.awaitEnd(PutClient.PATIENCE))
                            .code())
                    .isEqualTo(ErrorCode.PROTOCOL);
        }
    }

    private ErrorCode codeOf(byte[] request) {
        try (DataQueue queue = DataQueue.open(node.connection(), DataVerbs.GET, Message.of(request))) {
            return catchThrowableOfType(SssException.class, () -> queue.awaitEnd(PutClient.PATIENCE))
                    .code();
        }
    }

    private GetClient client(long group, int subgroup) {
        return new GetClient(node.connection(), group, subgroup);
    }

    /** Keys ascend. */
    private void checkSelection(Tuples model, List<byte[]> keys) {
        assertThat(client(1, 0).tuples(keys)).isEqualTo(model.selected(keys));
    }

    /**
     * Runs with keys of all lengths that share many prefixes, and so many values that keys continue from block to
     * block.
     */
    private Tuples store(long group, int runs, Random random) {
        Tuples model = new Tuples();
        List<AttemptId> attempts = new ArrayList<>();
        for (int source = 0; source < runs; source++) {
            Tuples run = new Tuples();
            for (int i = 0; i < 4000; i++) {
                byte[] value = new byte[random.nextInt(100) == 0 ? random.nextInt(5000) : random.nextInt(60)];
                random.nextBytes(value);
                run.add(key(random), value);
            }
            node.put(group, attempt(source), 0, run);
            attempts.add(attempt(source));
            model.addAll(run);
        }
        node.server().commit(GroupKey.of(group), attempts);
        return model;
    }

    private static byte[] key(Random random) {
        byte[] key = new byte[random.nextInt(20) == 0 ? random.nextInt(40) : random.nextInt(5)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(4) - 2);
        }
        return key;
    }

    /** Some keys of the model, and some that are mostly not there. */
    private static List<byte[]> selection(Tuples model, double share, Random random) {
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        for (byte[] key : model.keys()) {
            if (random.nextDouble() < share) {
                keys.add(random.nextInt(4) == 0 ? Arrays.copyOf(key, key.length + 1) : key);
            }
        }
        keys.add(key(random));
        return new ArrayList<>(keys);
    }

    private static byte[] number(int number) {
        return new byte[] {(byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number};
    }

    private static Random seeded(String test) {
        long seed = System.nanoTime();
        System.out.println("PointReadContract, " + test + ": seed " + seed);
        return new Random(seed);
    }
}
