package org.sss.server.task.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;
import org.sss.server.task.input.Input;
import org.sss.server.task.input.KeyValues;
import org.sss.server.task.input.SortedValues;
import org.sss.server.task.input.StreamedValues;
import org.sss.server.task.output.MemoryRuns;
import org.sss.server.task.spill.ValueSorter;

class ValuesTest {
    private static final TupleGroup<String, String> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<Bytes, Bytes> RAW = TupleGroup.of("words", Codecs.BYTES, Codecs.BYTES);
    private static final int KEPT_BYTES = 256;

    private final MemoryRuns runs = new MemoryRuns();
    private TaskState state = new TaskState();
    private final TaskErrors errors = new TaskErrors("job", 0, "subgroup 0");

    /** What is done with the values of each key. */
    private interface Body<V> {
        void accept(String key, Iterable<V> values) throws Exception;
    }

    @Test
    void valuesCanBeWalkedAsOftenAsOneLikes() throws Exception {
        addKeys("a:1,2,3", "b:4", "c:5,6");
        List<String> seen = new ArrayList<>();
        stream(WORDS, (key, values) -> seen.add(key + all(values) + all(values) + all(values)));
        assertThat(seen).containsExactly("a[1, 2, 3][1, 2, 3][1, 2, 3]", "b[4][4][4]", "c[5, 6][5, 6][5, 6]");
        assertThat(state.publish().tuplesIn()).isEqualTo(6);
    }

    @Test
    void aSingleWalkOpensNoSecondMerge() throws Exception {
        addKeys("a:1,2,3", "b:4", "c:5,6");
        stream(WORDS, (key, values) -> all(values));
        assertThat(runs.merges()).isEqualTo(1);
    }

    @Test
    void buffersValuesAfterTheFirstRepeatedIteration() throws Exception {
        addKeys(IntStream.range(0, 100)
                .mapToObj(i -> String.format("k%03d:a%d,b%d", i, i, i))
                .toArray(String[]::new));
        stream(
                WORDS,
                (key, values) -> assertThat(all(values)).isEqualTo(all(values)).hasSize(2));
        assertThat(runs.merges()).isEqualTo(2);
    }

    @Test
    void manyValuesAreReadAgainFromTheStore() throws Exception {
        addKeys("a:1,2", manyOf("b", 1000), "c:7", manyOf("d", 1000));
        List<Integer> counts = new ArrayList<>();
        stream(WORDS, (key, values) -> {
            List<String> first = all(values);
            assertThat(all(values)).isEqualTo(first);
            assertThat(all(values)).isEqualTo(first);
            counts.add(first.size());
        });
        assertThat(counts).containsExactly(2, 1000, 1, 1000);
        assertThat(state.publish().tuplesIn()).isEqualTo(2003);
    }

    @Test
    void aWalkWithinAWalkGivesAllPairs() throws Exception {
        addKeys("a:1,2,3", manyOf("b", 60), "c:4,5");
        List<String> pairs = new ArrayList<>();
        stream(WORDS, (key, values) -> {
            for (String left : values) {
                for (String right : values) {
                    pairs.add(left + right);
                }
            }
        });
        List<String> b = IntStream.range(0, 60).mapToObj(ValuesTest::number).toList();
        assertThat(pairs)
                .containsExactlyElementsOf(Stream.of(List.of("1", "2", "3"), b, List.of("4", "5"))
                        .flatMap(list ->
                                list.stream().flatMap(x -> list.stream().map(y -> x + y)))
                        .toList());
    }

    @Test
    void aViewOfBytesStaysWhileOthersWalkOn() throws Exception {
        addKeys(manyOf("a", 40), manyOf("b", 40));
        stream(RAW, (key, values) -> {
            int i = 0;
            for (Bytes left : values) {
                for (Bytes right : values) {
                    assertThat(right.length()).isEqualTo(7);
                }
                assertThat(text(left)).isEqualTo(number(i++));
            }
        });
    }

    @Test
    void aViewOfBytesStaysWhenItIsAskedWhetherAnotherValueFollows(@TempDir Path directory) throws Exception {
        addKeys(manyOf("a", 20_000), manyOf("b", 3));
        Body<Bytes> body = (key, values) -> {
            Iterator<Bytes> all = values.iterator();
            for (int i = 0; all.hasNext(); i++) {
                Bytes value = all.next();
                all.hasNext();
                assertThat(text(value)).isEqualTo(number(i));
            }
        };
        stream(RAW, body);
        sort(RAW, directory, 1 << 20, body);
        sort(RAW, directory, 32 << 10, body);
        assertThat(state.publish().tuplesIn()).isEqualTo(3 * 20_003);
    }

    @Test
    void aViewOfALargeValueStaysToo(@TempDir Path directory) throws Exception {
        String filler = "x".repeat(300_000);
        addKeys("a:"
                + IntStream.range(10, 30)
                        .mapToObj(i -> i + filler.substring(i % 3 * 140_000))
                        .collect(Collectors.joining(",")));
        Body<Bytes> body = (key, values) -> {
            Iterator<Bytes> all = values.iterator();
            for (int i = 10; all.hasNext(); i++) {
                Bytes value = all.next();
                all.hasNext();
                assertThat(text(value).equals(i + filler.substring(i % 3 * 140_000)))
                        .as("value %d", i)
                        .isTrue();
            }
        };
        stream(RAW, body);
        sort(RAW, directory, 32 << 10, body);
    }

    @Test
    void abandonedIterationsCanContinue() throws Exception {
        addKeys("a:1,2,3,4", "b:5,6,7,8");
        List<String> seen = new ArrayList<>();
        stream(WORDS, (key, values) -> {
            Iterator<String> first = values.iterator();
            Iterator<String> second = values.iterator();
            seen.add(first.next() + second.next() + second.next() + first.next() + first.next() + second.next());
            second.next();
            assertThat(second.hasNext()).isFalse();
            assertThatThrownBy(second::next).isInstanceOf(NoSuchElementException.class);
        });
        assertThat(seen).containsExactly("112233", "556677");
    }

    @Test
    void useOfValuesAfterTheirKeyFailsTheTask(@TempDir Path directory) throws Exception {
        addKeys("a:1,2", "b:3,4");
        for (int kind = 0; kind < 5; kind++) {
            checkRefused(kind, body -> stream(WORDS, body));
            checkRefused(kind, body -> sort(directory, 1 << 20, body));
        }
    }

    private interface Walking {
        void over(Body<String> body) throws Exception;
    }

    /** Keeps something of the first key and uses it at the second one. */
    private void checkRefused(int kind, Walking keys) {
        state = new TaskState();
        List<Runnable> kept = new ArrayList<>();
        assertThatThrownBy(() -> keys.over((key, values) -> {
                    if (key.equals("b")) {
                        kept.get(kind).run();
                    }
                    Iterator<String> first = values.iterator();
                    Iterator<String> second = values.iterator();
                    first.next();
                    second.next();
                    kept.addAll(List.of(values::iterator, first::hasNext, first::next, second::hasNext, second::next));
                }))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContaining("the values of key <a> were used after the call")
                .isSameAs(state.failure());
    }

    @Test
    void viewsOfValuesAreRefusedAfterTheNextValueAndAfterTheirKey(@TempDir Path directory) throws Exception {
        addKeys(manyOf("a", 40), manyOf("b", 40), manyOf("c", 40));
        List<Bytes> kept = new ArrayList<>();
        Body<Bytes> body = (key, values) -> {
            kept.forEach(late -> assertThatThrownBy(late::length).hasMessageContaining("copy()"));
            for (int walk = 0; walk < 2; walk++) {
                Bytes before = null;
                for (Bytes value : values) {
                    if (before != null) {
                        assertThatThrownBy(before::length).hasMessageContaining("copy()");
                    }
                    before = value;
                    kept.add(value);
                }
            }
        };
        stream(RAW, body);
        sort(RAW, directory, 1 << 20, body);
        assertThat(kept).hasSize(2 * 3 * 80);
    }

    @Test
    void theOnlyValueOfTheFirstKeyIsTheSameInEachWalk() throws Exception {
        addKeys("a:1", "b:2");
        List<String> seen = new ArrayList<>();
        stream(WORDS, (key, values) -> seen.add(key + all(values) + all(values) + all(values) + all(values)));
        assertThat(seen).containsExactly("a[1][1][1][1]", "b[2][2][2][2]");
    }

    @Test
    void anyWalksInAnyOrderGiveTheValues() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<List<String>> keys = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int key = i;
            keys.add(IntStream.range(0, 1 + random.nextInt(random.nextInt(10) == 0 ? 80 : 4))
                    .mapToObj(v -> "k" + key + "v" + v)
                    .toList());
        }
        addKeys(IntStream.range(0, 300)
                .mapToObj(i -> String.format("%03d:", i) + String.join(",", keys.get(i)))
                .toArray(String[]::new));
        for (int round = 0; round < 30; round++) {
            stream(WORDS, (key, values) -> {
                List<String> wanted = keys.get(Integer.parseInt(key));
                List<Iterator<String>> walks = new ArrayList<>();
                List<Integer> places = new ArrayList<>();
                for (int step = random.nextInt(3 * wanted.size() + 2); step > 0; step--) {
                    if (walks.isEmpty() || random.nextInt(wanted.size() + 1) == 0) {
                        walks.add(values.iterator());
                        places.add(0);
                    }
                    int walk = random.nextInt(walks.size());
                    int place = places.get(walk);
                    assertThat(walks.get(walk).hasNext())
                            .as("seed %d, key %s", seed, key)
                            .isEqualTo(place < wanted.size());
                    if (place < wanted.size()) {
                        assertThat(walks.get(walk).next())
                                .as("seed %d, key %s", seed, key)
                                .isEqualTo(wanted.get(place));
                        places.set(walk, place + 1);
                    }
                }
            });
        }
        assertThat(state.publish().tuplesIn())
                .isEqualTo(30L * keys.stream().mapToInt(List::size).sum());
    }

    @Test
    void orderedValuesAscendByTheirBytes(@TempDir Path directory) throws Exception {
        addKeys("a:pear,fig,apple", "b:x", "c:b,a,c,a");
        List<String> seen = new ArrayList<>();
        sort(directory, 1 << 20, (key, values) -> seen.add(key + all(values) + all(values)));
        assertThat(seen)
                .containsExactly("a[apple, fig, pear][apple, fig, pear]", "b[x][x]", "c[a, a, b, c][a, a, b, c]");
        assertThat(state.publish().tuplesIn()).isEqualTo(8);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void orderedValuesBeyondMemoryAreSortedInFilesThatAreDeleted(@TempDir Path directory) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            values.add(
                    "x".repeat(random.nextInt(20)) + random.nextInt(5000) + (i % 2000 == 7 ? "y".repeat(70_000) : ""));
        }
        addKeys("a:" + String.join(",", values), "b:2,1");
        List<String> sorted = values.stream().sorted().toList();
        List<String> keys = new ArrayList<>();
        sort(directory, 32 << 10, (key, ordered) -> {
            keys.add(key);
            List<String> wanted = key.equals("a") ? sorted : List.of("1", "2");
            assertThat(all(ordered)).as("seed %d", seed).isEqualTo(wanted);
            assertThat(all(ordered)).as("second walk, seed %d", seed).isEqualTo(wanted);
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.count()).isBetween(key.equals("a") ? 1L : 0L, key.equals("a") ? 20L : 0L);
            }
        });
        assertThat(keys).containsExactly("a", "b");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void idleWalksCloseFilesAndCanContinue(@TempDir Path directory) throws Exception {
        int count = 2_000;
        addKeys(manyOf("a", count), "b:1");
        sort(directory, 16 << 10, (key, values) -> {
            Iterator<String> outer = values.iterator();
            Iterator<String> left = values.iterator();
            for (int i = 0; key.equals("a") && i < count; i++) {
                assertThat(outer.next()).isEqualTo(number(i));
                assertThat(values.iterator().next()).isEqualTo(number(0));
                if (i % 400 == 0) {
                    assertThat(left.next()).isEqualTo(number(i / 400));
                    assertThat(openFiles(directory)).isLessThan(200);
                }
            }
            assertThat(outer.hasNext()).isEqualTo(key.equals("b"));
        });
        assertThat(openFiles(directory)).isZero();
        assertThat(directory).isEmptyDirectory();
    }

    private static long openFiles(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(file -> isIn(directory, file)).count();
        }
    }

    private static boolean isIn(Path directory, Path link) {
        try {
            return Files.readSymbolicLink(link).startsWith(directory);
        } catch (IOException e) {
            return false; // closed by another thread
        }
    }

    @Test
    void valuesThatNobodyAsksForAreNotSorted(@TempDir Path directory) throws Exception {
        addKeys("a:1,2,3", "b:4", "c:" + "x".repeat(300_000));
        sort(directory, 1 << 20, (key, values) -> {});
        assertThat(state.publish().tuplesIn()).isEqualTo(5);
        assertThat(state.publish().bytesIn()).isEqualTo(3 + 4 + 300_000);
    }

    private <V> void stream(TupleGroup<?, V> group, Body<V> body) throws Exception {
        try (RunMerge tuples = runs.merged(1, 0);
                StreamedValues<V> values = new StreamedValues<>(
                        tuples,
                        new Input<>(group, 1, errors),
                        state,
                        key -> runs.merged(1, 0, key, null),
                        KEPT_BYTES)) {
            walk(tuples, values, body);
        }
    }

    private void sort(Path directory, long memoryBytes, Body<String> body) throws Exception {
        sort(WORDS, directory, memoryBytes, body);
    }

    private <V> void sort(TupleGroup<?, V> group, Path directory, long memoryBytes, Body<V> body) throws Exception {
        try (RunMerge tuples = runs.merged(1, 0);
                SortedValues<V> values = new SortedValues<>(
                        tuples, new Input<>(group, 1, errors), state, new ValueSorter(memoryBytes, () -> directory))) {
            walk(tuples, values, body);
        }
    }

    private <V> void walk(RunMerge tuples, KeyValues<V> values, Body<V> body) throws Exception {
        while (tuples.nextKey()) {
            values.startKey();
            String key = new String(tuples.key(), 0, tuples.keyLength(), StandardCharsets.UTF_8);
            body.accept(key, values.ofCall(key));
            values.checkRead("key", errors);
            values.endKey();
        }
    }

    /** One run of {@code key:value,value,...}. */
    private void addKeys(String... keys) {
        List<byte[][]> tuples = new ArrayList<>();
        for (String key : keys) {
            String[] parts = key.split(":");
            for (String value : parts[1].split(",")) {
                tuples.add(
                        new byte[][] {parts[0].getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)
                        });
            }
        }
        runs.addRun(0, tuples);
    }

    private static String manyOf(String key, int count) {
        return key + ":"
                + String.join(
                        ",",
                        IntStream.range(0, count).mapToObj(ValuesTest::number).toList());
    }

    private static String number(int i) {
        return String.format("n%06d", i);
    }

    private static String text(Bytes bytes) {
        return new String(bytes.array(), bytes.offset(), bytes.length(), StandardCharsets.UTF_8);
    }

    private static <V> List<V> all(Iterable<V> values) {
        List<V> all = new ArrayList<>();
        values.forEach(all::add);
        return all;
    }
}
