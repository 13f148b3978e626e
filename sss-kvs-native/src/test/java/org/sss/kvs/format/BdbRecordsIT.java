package org.sss.kvs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.kvs.Records.TUNING;
import static org.sss.kvs.Records.bytes;
import static org.sss.kvs.Records.direct;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.kvs.Records;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsReader;
import org.sss.kvs.library.KvsTuning;
import org.sss.kvs.library.KvsWriter;

/** Each record is found once, with the offset of its value in the file. */
public class BdbRecordsIT {
    public static final BdbRecords.Visitor NOBODY = (key, keyBytes, valueAt, valueBytes, head) -> {};
    private static final int HEAD_BYTES = 16;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("segment.bdb");
    }

    /** A key of ten bytes or more, unique by sequence and number. */
    private static byte[] key(int sequence, int number) {
        byte[] key = new byte[10 + (sequence * 7 + number) % 50 * (number % 100 == 0 ? 1500 : 1)];
        ByteBuffer.wrap(key).putInt(sequence).putInt(number);
        return key;
    }

    /** Stores sequences alternately, so that their leaves mix in the file, and compares what the walk finds. */
    private void checkAllFound(int sequences, int perSequence, int maxValueBytes, KvsTuning tuning) throws IOException {
        Random random = new Random(sequences);
        Map<String, Integer> values = new HashMap<>();
        try (KvsWriter writer = KvsWriter.create(file, tuning)) {
            for (int i = 0; i < perSequence; i++) {
                for (int sequence = 0; sequence < sequences; sequence++) {
                    byte[] key = key(sequence, i);
                    int seed = random.nextInt();
                    writer.put(direct(key), direct(value(seed, maxValueBytes)));
                    values.put(Arrays.toString(key), seed);
                }
            }
        }
        byte[] content = Files.readAllBytes(file);
        long found = BdbRecords.walk(file, HEAD_BYTES, (key, keyBytes, valueAt, valueBytes, head) -> {
            byte[] value = value(values.remove(Arrays.toString(Arrays.copyOf(key, keyBytes))), maxValueBytes);
            assertThat(Arrays.copyOfRange(content, (int) valueAt, (int) valueAt + valueBytes))
                    .isEqualTo(value);
            byte[] seen = new byte[head.remaining()];
            head.get(seen);
            assertThat(seen).isEqualTo(Arrays.copyOf(value, Math.min(HEAD_BYTES, value.length)));
        });
        assertThat(found).isEqualTo((long) sequences * perSequence);
        assertThat(values).isEmpty();
        Files.delete(file);
    }

    private static byte[] value(int seed, int maxBytes) {
        return Records.pattern(seed, Math.floorMod(seed, maxBytes + 1));
    }

    @Test
    void theValuesOfOneSequenceAreFound() throws IOException {
        checkAllFound(1, 3000, 20, TUNING);
        checkAllFound(1, 300, 40_000, TUNING);
    }

    @Test
    void theValuesOfManySequencesAtOnceAreFound() throws IOException {
        checkAllFound(40, 20, 40_000, TUNING);
        checkAllFound(100, 60, 2000, TUNING);
    }

    @Test
    void pagesThatWereWrittenAgainAndLeftFreeBlocksAreNoHindrance() throws IOException {
        checkAllFound(60, 40, 5000, TUNING.withLeafCacheCount(9));
        checkAllFound(7, 900, 300, new KvsTuning(4096, 10, 8, 31, 9, 64));
    }

    @Test
    void valuesLargerThanALeafAreFound() throws IOException {
        checkAllFound(5, 12, 400_000, TUNING);
    }

    @Test
    void aFileWithoutRecordsHasNone() {
        KvsWriter.create(file, TUNING).close();
        assertThat(BdbRecords.walk(file, 0, NOBODY)).isZero();
    }

    @Test
    void bytesAppendedAfterClosingAreIgnored() throws IOException {
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            writer.put(direct(bytes("key")), direct(bytes("value")));
        }
        Files.write(file, new byte[1000], StandardOpenOption.APPEND);
        assertThat(BdbRecords.walk(file, 0, NOBODY)).isOne();
        try (KvsReader reader = KvsReader.open(file, TUNING)) {
            assertThat(reader.recordCount()).isOne();
        }
    }

    @Test
    void damageEndsInAnErrorOrInOtherRecordsNeverInAnEndlessWalk() throws IOException {
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            for (int i = 0; i < 200; i++) {
                writer.put(direct(key(0, i)), direct(Records.pattern(i, 500)));
            }
        }
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(8);
        int errors = 0;
        for (int i = 0; i < 300; i++) {
            byte[] bad = i % 4 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
            bad[random.nextInt(Math.max(1, bad.length))] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bad);
            errors += refused() ? 1 : 0;
        }
        assertThat(errors).isGreaterThan(75);
    }

    /** Damaged bytes may say that a key has gigabytes, in a file that has them. */
    @Test
    void aKeyLongerThanAnyIsTakenForDamageBeforeThereIsRoomMadeForIt() {
        try (KvsWriter writer = KvsWriter.create(file, TUNING)) {
            writer.put(direct(new byte[(1 << 20) + 1]), direct(bytes("value")));
        }
        assertThatThrownBy(() -> BdbRecords.walk(file, 0, NOBODY))
                .isInstanceOfSatisfying(
                        KvsException.class, e -> assertThat(e.error()).isEqualTo(KvsError.DAMAGED))
                .hasMessageContaining("a key of 1048577 bytes");
    }

    private boolean refused() {
        try {
            BdbRecords.walk(file, 0, NOBODY);
            return false;
        } catch (KvsException e) {
            assertThat(e.error()).isIn(KvsError.META, KvsError.DAMAGED, KvsError.NOT_CLOSED, KvsError.WRITE_FAILED);
            return true;
        }
    }

    @Test
    void reportsMissingFile() {
        assertThatThrownBy(() -> BdbRecords.walk(file, 0, NOBODY))
                .isInstanceOf(KvsException.class)
                .hasMessageContaining("NOFILE");
    }
}
