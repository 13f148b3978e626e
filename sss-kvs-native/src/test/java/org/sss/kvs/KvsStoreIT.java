package org.sss.kvs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.kvs.Records.TUNING;
import static org.sss.kvs.Records.bytes;
import static org.sss.kvs.Records.direct;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.library.KvsCursor;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsReader;
import org.sss.kvs.library.KvsTuning;
import org.sss.kvs.library.KvsWriter;

/** What is put is read back, in order, whatever the sizes. */
class KvsStoreIT {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("segment.bdb");
    }

    private void store(String... keys) {
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            assertThat(writer.putAll(Records.ofKeys(keys))).isEqualTo(keys.length);
        }
    }

    @Test
    void recordsPutInAnyOrderAreReadInTheOrderOfUnsignedKeys() {
        store("m", "\u00ff", "a", "\u0080", "aa", "", "\u007f");
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            assertThat(Records.keys(cursor, null)).containsExactly("", "a", "aa", "m", "\u007f", "\u0080", "\u00ff");
            assertThat(reader.recordCount()).isEqualTo(7);
        }
    }

    @Test
    void aFileWithoutRecordsIsSmallAndEmpty() throws Exception {
        KvsWriter.create(file, TUNING).close();
        assertThat(file.toFile().length()).isLessThan(32 << 10);
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            assertThat(reader.recordCount()).isZero();
            assertThat(cursor.read(ByteBuffer.allocateDirect(10), null)).isZero();
            assertThat(cursor.seek(bytes("a"))).isFalse();
            assertThat(cursor.seekFloor(bytes("a"))).isFalse();
            assertThat(reader.get(bytes("a"), ByteBuffer.allocateDirect(1))).isEqualTo(KvsReader.NOT_FOUND);
        }
    }

    @Test
    void seekFindsTheKeyOrTheOneAfterIt() {
        store("b", "d", "f");
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            assertThat(cursor.seek(bytes(""))).isTrue();
            assertThat(Records.nextKey(cursor)).isEqualTo("b");
            assertThat(cursor.seek(bytes("d"))).isTrue();
            assertThat(Records.nextKey(cursor)).isEqualTo("d");
            assertThat(cursor.seek(bytes("da"))).isTrue();
            assertThat(Records.nextKey(cursor)).isEqualTo("f");
            assertThat(cursor.seek(bytes("g"))).isFalse();
            assertThat(Records.nextKey(cursor)).isEmpty();
        }
    }

    @Test
    void seekFloorFindsTheKeyOrTheOneBeforeIt() {
        store("b", "d", "f");
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            assertThat(cursor.seekFloor(bytes("a"))).isFalse();
            assertThat(Records.nextKey(cursor)).isEmpty();
            assertThat(cursor.seekFloor(bytes("b"))).isTrue();
            assertThat(Records.nextKey(cursor)).isEqualTo("b");
            assertThat(cursor.seekFloor(bytes("c"))).isTrue();
            assertThat(Records.nextKey(cursor)).isEqualTo("b");
            assertThat(cursor.seekFloor(bytes("zzz"))).isTrue();
            assertThat(Records.nextKey(cursor)).isEqualTo("f");
        }
    }

    @Test
    void seekAndSeekFloorAgreeWithTheKeysAtEveryEdgeOfEveryLeaf() {
        KvsTuning smallLeaves = new KvsTuning(512, 4, 4, 31, 9, 64);
        try (KvsWriter writer = KvsWriter.create(file, smallLeaves)) {
            IntStream.range(0, 1000).forEach(i -> writer.put(direct(evenKey(i)), direct(new byte[i % 40])));
        }
        try (KvsReader reader = KvsReader.open(file, smallLeaves);
                KvsCursor cursor = reader.cursor()) {
            for (int i = 0; i < 999; i++) {
                byte[] between = bytes(String.format("%05d", 2 * i + 1));
                assertThat(cursor.seek(between)).isTrue();
                assertThat(bytes(Records.nextKey(cursor))).isEqualTo(evenKey(i + 1));
                assertThat(cursor.seekFloor(between)).isTrue();
                assertThat(bytes(Records.nextKey(cursor))).isEqualTo(evenKey(i));
                assertThat(cursor.seekFloor(evenKey(i))).isTrue();
                assertThat(bytes(Records.nextKey(cursor))).isEqualTo(evenKey(i));
            }
        }
    }

    private static byte[] evenKey(int i) {
        return bytes(String.format("%05d", 2 * i));
    }

    @Test
    void sequencesWrittenAtOnceAreReadOneByOneThroughTheirCursors() {
        int sequences = 60;
        try (KvsWriter writer = KvsWriter.create(file, TUNING.withLeafCacheCount(9))) {
            for (int i = 0; i < 20 * sequences; i++) {
                writer.put(direct(number(i % sequences, i / sequences)), direct(Records.pattern(i, 20_000)));
            }
        }
        try (KvsReader reader = KvsReader.open(file, KvsTuning.forBlockReading())) {
            List<KvsCursor> cursors =
                    IntStream.range(0, sequences).mapToObj(i -> reader.cursor()).toList();
            IntStream.range(0, sequences).forEach(i -> cursors.get(i).seek(number(i, 0)));
            ByteBuffer out = ByteBuffer.allocateDirect(20_000 + 4);
            for (int i = 0; i < 20 * sequences; i++) {
                int sequence = i % sequences;
                assertThat(cursors.get(sequence).readValues(out.clear(), number(sequence + 1, 0)))
                        .isEqualTo(1);
                assertThat(Records.same(out, 4, Records.pattern(i, 20_000))).isTrue();
            }
            assertThat(cursors)
                    .allSatisfy(cursor -> assertThat(
                                    cursor.readValues(out.clear(), number(cursors.indexOf(cursor) + 1, 0)))
                            .isZero());
        }
    }

    private static byte[] number(int high, int low) {
        return ByteBuffer.allocate(8).putInt(high).putInt(low).array();
    }

    @Test
    void readStopsBeforeTheStopKeyAndGoesOnFromThere() {
        store("a", "b", "ba", "c");
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            assertThat(Records.keys(cursor, "b")).containsExactly("a");
            assertThat(Records.keys(cursor, "bb")).containsExactly("b", "ba");
            assertThat(Records.keys(cursor, "a")).isEmpty();
            assertThat(Records.keys(cursor, null)).containsExactly("c");
        }
    }

    @Test
    void aHundredThousandSmallRecordsComeBackInBuffersOfAnySize() {
        int count = 100_000;
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            Records records = new Records(count * 24);
            IntStream.range(0, count).forEach(i -> records.add(number(i), number(~i)));
            assertThat(writer.putAll(records.done())).isEqualTo(count);
            assertThat(writer.recordCount()).isEqualTo(count);
        }
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            ByteBuffer out = ByteBuffer.allocateDirect(1021);
            int next = 0;
            for (int got; (got = cursor.read(out.clear(), null)) > 0; ) {
                assertThat(out.position()).isEqualTo(got * 16);
                for (int at = 0; at < out.position(); at += 16, next++) {
                    assertThat(out.getLong(at + 8)).isEqualTo((long) next << 32 | ~next & 0xffffffffL);
                }
            }
            assertThat(next).isEqualTo(count);
        }
    }

    private static byte[] number(int i) {
        return ByteBuffer.allocate(4).putInt(i).array();
    }

    @Test
    void blocksOfAMegabyteAndKeysOf130KiBAreRecordsLikeOthers() {
        byte[][] keys = {Records.pattern(1, 130 << 10), Records.pattern(2, 10), Records.pattern(3, 100)};
        byte[][] values = {Records.pattern(4, 1 << 20), Records.pattern(5, 0), Records.pattern(6, 1_150_000)};
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            for (int i = 0; i < keys.length; i++) {
                writer.put(direct(keys[i]), direct(values[i]));
            }
        }
        try (KvsReader reader = KvsReader.open(file, TUNING)) {
            for (int i = 0; i < keys.length; i++) {
                ByteBuffer out = ByteBuffer.allocateDirect(values[i].length + 3).position(3);
                assertThat(reader.get(keys[i], out)).isEqualTo(values[i].length);
                assertThat(out.hasRemaining()).isFalse();
                assertThat(Records.same(out, 3, values[i])).isTrue();
            }
        }
    }

    @Test
    void aRecordLargerThanTheBufferSaysHowManyBytesItNeedsAndStays() {
        store("a", "bb");
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            ByteBuffer small = ByteBuffer.allocateDirect(8 + 1 + 10);
            assertThat(cursor.read(small, null)).isEqualTo(1);
            assertThat(cursor.read(small.clear(), null)).isEqualTo(-(8 + 2 + 11));
            assertThat(small.position()).isZero();
            assertThat(cursor.readValues(small, null)).isEqualTo(1);
            assertThat(Records.same(small, 0, new byte[] {0, 0, 0, 11})).isTrue();
            assertThat(Records.same(small, 4, bytes("value of bb"))).isTrue();
            assertThat(cursor.readValues(small.clear(), null)).isZero();
        }
    }

    @Test
    void getSaysHowManyBytesAValueNeeds() {
        store("a");
        try (KvsReader reader = KvsReader.open(file, TUNING)) {
            ByteBuffer out = ByteBuffer.allocateDirect(9);
            assertThat(reader.get(bytes("a"), out)).isEqualTo(-10);
            assertThat(out.position()).isZero();
            assertThat(reader.get(bytes("b"), out)).isEqualTo(KvsReader.NOT_FOUND);
        }
    }

    @Test
    void aDuplicateKeyIsRefusedAndNamesTheRecord() {
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            assertThatThrownBy(() -> writer.putAll(Records.ofKeys("a", "b", "a", "c")))
                    .isInstanceOfSatisfying(KvsException.class, e -> {
                        assertThat(e.error()).isEqualTo(KvsError.KEEP);
                        assertThat(e.code()).isEqualTo(21);
                        assertThat(e.file()).isEqualTo(file);
                    })
                    .hasMessageContaining("record 2 of the buffer");
            writer.putAll(Records.ofKeys("d"));
        }
        try (KvsReader reader = KvsReader.open(file, TUNING);
                KvsCursor cursor = reader.cursor()) {
            assertThat(Records.keys(cursor, null)).containsExactly("a", "b", "d");
        }
    }

    @Test
    void aBufferThatEndsInsideARecordStoresNothing() {
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            ByteBuffer records = Records.ofKeys("a", "b");
            for (int cut = 1; cut < 19; cut++) {
                ByteBuffer part = records.duplicate().limit(records.limit() - cut);
                assertThatThrownBy(() -> writer.putAll(part)).hasMessageContaining("BAD_FRAME");
            }
            ByteBuffer negative =
                    ByteBuffer.allocateDirect(16).putInt(-1).putInt(-1).rewind();
            assertThatThrownBy(() -> writer.putAll(negative)).hasMessageContaining("BAD_FRAME");
            assertThat(writer.recordCount()).isZero();
            assertThat(writer.putAll(records.duplicate().limit(0))).isZero();
        }
    }

    @Test
    void heapAndReadOnlyBuffersAreRefused() {
        store("a");
        try (KvsReader reader = KvsReader.open(file, TUNING)) {
            assertThatThrownBy(() -> reader.get(bytes("a"), ByteBuffer.allocate(20)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("direct buffer");
            assertThatThrownBy(() ->
                            reader.get(bytes("a"), ByteBuffer.allocateDirect(20).asReadOnlyBuffer()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("writable");
        }
    }
}
