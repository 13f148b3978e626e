package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Contract of readers of single keys and scans of parts on a cluster of two nodes, for every transport. */
abstract class GroupReaderContract {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<String, Bytes> VALUES = TupleGroup.of("values", Codecs.STRING, Codecs.BYTES);

    private SssClient client;

    abstract SssClient start() throws Exception;

    @BeforeEach
    void open() throws Exception {
        client = start();
    }

    @AfterEach
    void close() throws Exception {
        client.close();
    }

    @Test
    void listsComeInTheOrderInWhichKeysAreAsked() {
        writeNumbers(100);
        GroupReader<Long, Long> reader = client.reader(NUMBERS);
        assertThat(reader.get(7L)).containsExactly(49L);
        assertThat(reader.get(-7L)).isEmpty();
        assertThat(reader.getAll(List.of(9L, 3L, 1000L, 3L, 0L)))
                .containsExactly(List.of(81L), List.of(9L), List.of(), List.of(9L), List.of(0L));
        assertThat(reader.getAll(List.of())).isEmpty();
        assertThat(reader.group().tuples()).isEqualTo(100);
    }

    @Test
    void aHundredThousandRandomKeysAreThoseOfAMap() {
        long seed = System.nanoTime();
        System.out.println("GroupReaderContract seed " + seed);
        Random random = new Random(seed);
        Map<Long, List<Long>> model = new HashMap<>();
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            for (long i = 0; i < 150_000; i++) {
                long key = random.nextInt(100_000);
                writer.append(key, i);
                model.computeIfAbsent(key, k -> new ArrayList<>()).add(i);
            }
            writer.commit();
        }
        List<Long> keys = random.longs(100_000, 0, 150_000).boxed().toList();
        List<List<Long>> found = client.reader(NUMBERS).getAll(keys);
        for (int i = 0; i < keys.size(); i++) {
            assertThat(found.get(i)).as("key %d", keys.get(i)).isEqualTo(model.getOrDefault(keys.get(i), List.of()));
        }
    }

    @Test
    void encodedKeysHaveEncodedValues() {
        writeNumbers(10);
        RawReader reader = client.rawReader("numbers");
        byte[] three = {(byte) 0x80, 0, 0, 0, 0, 0, 0, 3};
        byte[] nine = {(byte) 0x80, 0, 0, 0, 0, 0, 0, 9};
        assertThat(reader.get(three)).containsExactly(nine);
        assertThat(reader.getAll(List.of(nine, three)).get(1)).containsExactly(nine);
        assertThat(reader.get(new byte[0])).isEmpty();
        assertThat(reader.get(new byte[70_000]))
                .as("a key that no tuple can have")
                .isEmpty();
        try (RawTuples tuples = reader.tuples(three)) {
            assertThat(tuples.next()).isTrue();
            assertThat(tuples.valueLength()).isEqualTo(8);
            assertThat(tuples.next()).isFalse();
        }
    }

    @Test
    void roundTripsValuesOfAnySizeAndNumber() {
        byte[] large = new byte[1_000_000];
        new Random(7).nextBytes(large);
        try (GroupWriter<String, Bytes> writer = client.write(VALUES)) {
            writer.append("large", Bytes.of(large));
            writer.append("empty", Bytes.of(new byte[0]));
            writer.append("", Bytes.of(new byte[] {1}));
            writer.append("l".repeat(65_535), Bytes.of(new byte[] {2}));
            for (int i = 0; i < 5000; i++) {
                writer.append("many", Bytes.of(new byte[] {(byte) i, (byte) (i >> 8)}));
                writer.append("much", Bytes.of(new byte[100 + i % 7]));
            }
            writer.commit();
        }
        GroupReader<String, Bytes> reader = client.reader(VALUES);
        assertThat(reader.get("large")).containsExactly(Bytes.of(large));
        assertThat(client.get(VALUES, "many")).hasSize(5000).element(4999).isEqualTo(Bytes.of(new byte[] {
            (byte) 4999, 4999 >> 8
        }));
        List<List<Bytes>> all =
                reader.getAll(List.of("much", "", "large", "none", "empty", "l".repeat(65_535), "much"));
        assertThat(all).extracting(List::size).containsExactly(5000, 1, 1, 0, 1, 1, 5000);
        assertThat(all.get(0)).isEqualTo(all.get(6)).element(13).isEqualTo(Bytes.of(new byte[106]));
        assertThat(all.get(1)).containsExactly(Bytes.of(new byte[] {1}));
        assertThat(all.get(5)).containsExactly(Bytes.of(new byte[] {2}));
    }

    @Test
    void findsPartitionedKeysInAllSubgroups() {
        writeNumbers(100);
        TupleGroup<Long, Long> placed = TupleGroup.of("placed", Codecs.LONG, Codecs.LONG);
        Workflow workflow = Workflow.named("placing");
        workflow.map(NUMBERS, placed, (key, value, out) -> out.emit(key % 10, value))
                .partitionBy((key, value, subgroups) -> (int) (value % subgroups));
        client.run(workflow);
        List<List<Long>> found = client.reader(placed).getAll(List.of(3L, 11L, 4L));
        assertThat(found.get(0))
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 10)
                        .map(i -> (10 * i + 3) * (10 * i + 3))
                        .boxed()
                        .toList());
        assertThat(found.get(1)).isEmpty();
        assertThat(found.get(2)).hasSize(10).isEqualTo(client.get(placed, 4L));
    }

    @Test
    void reportsADroppedGroup() {
        writeNumbers(100);
        GroupReader<Long, Long> reader = client.reader(NUMBERS);
        client.drop("numbers");
        // The nodes hear of it a moment after the answer.
        await().untilAsserted(() -> {
            SssException error = catchThrowableOfType(SssException.class, () -> reader.get(1L));
            assertThat(error)
                    .isNotNull()
                    .hasMessageContaining("group 'numbers'")
                    .hasMessageContaining("dropped");
            assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND);
        });
    }

    @Test
    void aReaderReadsOnlyTheResolvedGroup() {
        writeNumbers(100);
        GroupReader<Long, Long> reader = client.reader(NUMBERS);
        client.rename("numbers", "old");
        writeNumbers(10);
        assertThat(reader.get(50L)).containsExactly(2500L);
        assertThat(client.get(NUMBERS, 50L)).isEmpty();
    }

    @Test
    void rejectsAnotherType() {
        writeNumbers(1);
        SssException error = catchThrowableOfType(
                SssException.class, () -> client.reader(TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG)));
        assertThat(error.code()).isEqualTo(ErrorCode.TYPE_MISMATCH);
    }

    @Test
    void manyThreadsShareAReader() throws Exception {
        writeNumbers(5000);
        GroupReader<Long, Long> reader = client.reader(NUMBERS);
        inThreads(8, thread -> {
            for (long key = thread; key < 5000; key += 50) {
                assertThat(reader.get(key)).containsExactly(key * key);
            }
            List<Long> keys = LongStream.range(0, 5000)
                    .filter(key -> key % 8 == thread)
                    .boxed()
                    .toList();
            assertThat(reader.getAll(keys))
                    .isEqualTo(keys.stream().map(key -> List.of(key * key)).toList());
            return null;
        });
    }

    @Test
    void partsHaveEachTupleOnceAndInOrder() throws Exception {
        writeNumbers(20_000);
        for (int parts : new int[] {1, 3, 500}) {
            Set<Long> all = Collections.synchronizedSet(new HashSet<>());
            inThreads(parts, part -> {
                try (Scan<Long, Long> scan = client.scan(NUMBERS).part(part, parts)) {
                    List<Long> keys =
                            scan.toList().stream().map(Map.Entry::getKey).toList();
                    assertThat(keys).isSorted();
                    keys.forEach(key -> assertThat(all.add(key)).isTrue());
                }
                return null;
            });
            assertThat(all).hasSize(20_000);
        }
        long raw = 0;
        for (int part = 0; part < 3; part++) {
            try (RawTuples tuples = client.raw("numbers", part, 3)) {
                while (tuples.next()) {
                    raw++;
                }
            }
        }
        assertThat(raw).isEqualTo(20_000);
    }

    @Test
    void partsCanHaveBounds() {
        writeNumbers(1000);
        List<Long> keys = new ArrayList<>();
        for (int part = 0; part < 2; part++) {
            try (Scan<Long, Long> scan =
                    client.scan(NUMBERS).part(part, 2).from(100L).to(200L)) {
                scan.forEach(tuple -> keys.add(tuple.getKey()));
            }
        }
        assertThat(keys)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(100, 200).boxed().toList());
    }

    @Test
    void rejectsPartsThatDoNotExist() {
        writeNumbers(1);
        for (int part : new int[] {-1, 2}) {
            assertThat(catchThrowableOfType(
                                    SssException.class,
                                    () -> client.scan(NUMBERS).part(part, 2))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(catchThrowableOfType(SssException.class, () -> client.raw("numbers", part, 2))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
    }

    @Test
    void rejectsANullKey() {
        writeNumbers(1);
        GroupReader<Long, Long> reader = client.reader(NUMBERS);
        assertRejectsNull(() -> client.get(NUMBERS, null));
        assertRejectsNull(() -> reader.getAll(Collections.singletonList(null)));
        assertRejectsNull(() -> reader.open(null));
        try (Scan<Long, Long> scan = client.scan(NUMBERS)) {
            assertRejectsNull(() -> scan.from(null));
            assertRejectsNull(() -> scan.to(null));
            assertRejectsNull(() -> scan.prefix(null));
            assertThat(scan.toList()).hasSize(1);
        }
    }

    private static void assertRejectsNull(ThrowingCallable call) {
        SssException error = catchThrowableOfType(SssException.class, call);
        assertThat(error).hasMessageContaining("group 'numbers' was given a null key");
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    private interface Work {
        Void run(int thread) throws Exception;
    }

    private static void inThreads(int threads, Work work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, 8));
        try {
            List<Callable<Void>> calls = IntStream.range(0, threads)
                    .<Callable<Void>>mapToObj(i -> () -> work.run(i))
                    .toList();
            for (Future<Void> done : pool.invokeAll(calls)) {
                done.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    private void writeNumbers(int count) {
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            for (long i = count - 1; i >= 0; i--) {
                writer.append(i, i * i);
            }
            writer.commit();
        }
    }
}
