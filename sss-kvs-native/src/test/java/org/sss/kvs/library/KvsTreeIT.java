package org.sss.kvs.library;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.kvs.Records.bytes;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.Records;
import org.sss.kvs.format.BdbRecords;

/** A file whose records come and go. */
class KvsTreeIT {
    private static final byte[] END = {-1, -1, -1, -1, -1};

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("tuples.bdb");
    }

    private KvsTree create() {
        return KvsTree.create(file, KvsTuning.defaults());
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static List<String> keys(KvsTree tree, String from, String to, int bufferBytes) {
        List<String> keys = new ArrayList<>();
        ByteBuffer out = ByteBuffer.allocateDirect(bufferBytes);
        byte[] next = bytes(from);
        while (tree.readKeys(next, to == null ? END : bytes(to), out.clear()) > 0) {
            for (out.flip(); out.hasRemaining(); ) {
                byte[] key = new byte[out.getInt()];
                assertThat(out.getInt()).isZero();
                out.get(key);
                keys.add(new String(key, ISO_8859_1));
                next = Arrays.copyOf(key, key.length + 1);
            }
        }
        return keys;
    }

    @Test
    void recordsAreReadByRangesWhileTheFileIsWritten() {
        try (KvsTree tree = create()) {
            tree.putAll(Records.ofKeys("m", "b", "z", "a"));
            assertThat(keys(tree, "", null, 1000)).containsExactly("a", "b", "m", "z");
            assertThat(keys(tree, "aa", "z", 1000)).containsExactly("b", "m");
            tree.putAll(Records.ofKeys("c"));
            assertThat(keys(tree, "b", "n", 9)).containsExactly("b", "c", "m");
            assertThat(keys(tree, "n", "n", 9)).isEmpty();
            assertThat(tree.recordCount()).isEqualTo(5);
        }
    }

    @Test
    void aRecordThatDoesNotFitReportsWhatItNeeds() {
        try (KvsTree tree = create()) {
            tree.putAll(Records.ofKeys("key"));
            assertThat(tree.read(bytes(""), END, ByteBuffer.allocateDirect(10))).isEqualTo(-(8 + 3 + 12));
            ByteBuffer out = ByteBuffer.allocateDirect(8 + 3 + 12);
            assertThat(tree.read(bytes(""), END, out)).isEqualTo(1);
            assertThat(Records.same(out, 8, bytes("keyvalue of key"))).isTrue();
            assertThat(tree.get(bytes("key"), out.clear())).isEqualTo(12);
            assertThat(tree.get(bytes("no"), out.clear())).isEqualTo(KvsTree.NOT_FOUND);
        }
    }

    @Test
    void recordsThatAreTakenOutAreGoneAndKeysThatAreNotThereDoNotMatter() {
        try (KvsTree tree = create()) {
            tree.putAll(Records.ofKeys("a", "b", "c", "d"));
            assertThat(tree.outAll(Records.ofKeys("b", "no", "d"))).isEqualTo(2);
            assertThat(keys(tree, "", null, 1000)).containsExactly("a", "c");
            assertThat(tree.putAll(Records.ofKeys("b"))).isEqualTo(1);
            assertThat(keys(tree, "", null, 1000)).containsExactly("a", "b", "c");
        }
    }

    @Test
    void whatIsThereIsThatOfAMapWhateverComesAndGoes() {
        long seed = System.nanoTime();
        System.out.println("KvsTreeIT seed " + seed);
        Random random = new Random(seed);
        TreeMap<Integer, byte[]> model = new TreeMap<>();
        try (KvsTree tree = create()) {
            for (int i = 0; i < 200; i++) {
                if (random.nextInt(3) > 0) {
                    put(tree, model, random);
                } else {
                    takeOut(tree, model, random);
                }
            }
            check(tree, model);
        }
        try (KvsTree tree = KvsTree.openForReading(file, KvsTuning.defaults())) {
            check(tree, model);
        }
        try (KvsTree tree = KvsTree.open(file, KvsTuning.defaults())) {
            takeOut(tree, model, random);
            check(tree, model);
        }
        List<Integer> found = new ArrayList<>();
        BdbRecords.walk(
                file,
                0,
                (key, keyBytes, at, valueBytes, head) ->
                        found.add(ByteBuffer.wrap(key).getInt()));
        assertThat(found).containsExactlyInAnyOrderElementsOf(model.keySet());
    }

    private static void put(KvsTree tree, TreeMap<Integer, byte[]> model, Random random) {
        Records records = new Records(200 * (8 + 4 + 100_000));
        for (int i = 0; i < 200; i++) {
            byte[] value = Records.pattern(i, random.nextInt(50) == 0 ? random.nextInt(100_000) : random.nextInt(200));
            int key = random.nextInt();
            if (model.putIfAbsent(key, value) == null) {
                records.add(number(key), value);
            }
        }
        tree.putAll(records.done());
    }

    private static void takeOut(KvsTree tree, TreeMap<Integer, byte[]> model, Random random) {
        Records records = new Records(1 << 16);
        int from = random.nextInt();
        int taken = 0;
        for (Integer key : List.copyOf(model.tailMap(from).keySet())) {
            if (++taken > 700) {
                break;
            }
            records.add(number(key), new byte[0]);
            model.remove(key);
        }
        ByteBuffer done = records.done();
        assertThat(tree.outAll(done)).isEqualTo(Math.min(taken, 700));
    }

    private static void check(KvsTree tree, TreeMap<Integer, byte[]> model) {
        assertThat(tree.recordCount()).isEqualTo(model.size());
        TreeMap<Long, byte[]> unsigned = new TreeMap<>();
        model.forEach((key, value) -> unsigned.put(Integer.toUnsignedLong(key), value));
        var expected = unsigned.entrySet().iterator();
        ByteBuffer out = ByteBuffer.allocateDirect(1 << 18);
        byte[] next = new byte[0];
        while (tree.read(next, END, out.clear()) > 0) {
            for (out.flip(); out.hasRemaining(); ) {
                byte[] key = new byte[out.getInt()];
                byte[] value = new byte[out.getInt()];
                out.get(key).get(value);
                var entry = expected.next();
                assertThat(Integer.toUnsignedLong(ByteBuffer.wrap(key).getInt()))
                        .isEqualTo(entry.getKey());
                assertThat(Arrays.equals(value, entry.getValue())).isTrue();
                next = Arrays.copyOf(key, 5);
            }
        }
        assertThat(expected.hasNext()).isFalse();
    }

    @Test
    void readingManyLargeRecordsKeepsLittleOfThemInMemory() throws Exception {
        byte[] value = new byte[256 << 10];
        try (KvsTree tree = create()) {
            for (int i = 0; i < 800; i++) {
                tree.putAll(
                        new Records(value.length + 100).add(number(i), value).done());
            }
            tree.putAll(Records.ofKeys("")); // a small one: many such leaves may stay in memory
            ByteBuffer out = ByteBuffer.allocateDirect(value.length + 100);
            long before = residentKib();
            for (int i = 0; i < 800; i++) {
                assertThat(tree.read(number(i), END, out.clear())).isEqualTo(1);
            }
            assertThat(residentKib() - before)
                    .as("KiB of 200 MiB that were read")
                    .isLessThan(80 << 10);
        }
    }

    private static long residentKib() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("RssAnon"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
    }

    @Test
    void aFileThatIsReadOnlyTakesNoRecordsAndSurvives() {
        create().close();
        try (KvsTree tree = KvsTree.openForReading(file, KvsTuning.defaults())) {
            assertThat(tree.isWritable()).isFalse();
            assertThatThrownBy(() -> tree.putAll(Records.ofKeys("a"))).isInstanceOf(IllegalStateException.class);
        }
        KvsTree.openForReading(file, KvsTuning.defaults()).close();
    }

    @Test
    void aFileWhoseWriterWasKilledIsRefused() throws Exception {
        Path killed = directory.resolve("killed.bdb");
        try (KvsTree tree = create()) {
            tree.putAll(Records.ofKeys("a"));
            tree.sync();
            Files.copy(file, killed);
        }
        for (boolean write : new boolean[] {false, true}) {
            assertThatThrownBy(() -> open(killed, write))
                    .isInstanceOfSatisfying(
                            KvsException.class, e -> assertThat(e.error()).isEqualTo(KvsError.NOT_CLOSED))
                    .hasMessageContaining(killed.toString());
        }
        KvsTree.open(file, KvsTuning.defaults()).close();
    }

    private static void open(Path file, boolean write) {
        if (write) {
            KvsTree.open(file, KvsTuning.defaults()).close();
        } else {
            KvsTree.openForReading(file, KvsTuning.defaults()).close();
        }
    }

    @Test
    void whatWasClosedTakesNoMoreCalls() {
        KvsTree tree = create();
        tree.close();
        tree.close();
        assertThatThrownBy(() -> tree.read(bytes(""), END, ByteBuffer.allocateDirect(10)))
                .isInstanceOfSatisfying(
                        KvsException.class, e -> assertThat(e.error()).isEqualTo(KvsError.CLOSED));
        assertThatThrownBy(() -> tree.outAll(Records.ofKeys("a"))).hasMessageContaining("no more calls");
    }
}
