package org.sss.kvs.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.kvs.Records;
import org.sss.kvs.library.KvsCursor;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsReader;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;

/** What is written here without the library is what the library has. */
class BdbFileWriterIT {
    private static final int HEADS_BYTES = 16 << 10;

    @TempDir
    Path directory;

    private Path file;
    private Random random;
    private final TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
    private final Map<Long, byte[]> keysByOffset = new TreeMap<>();

    @BeforeEach
    void nameTheFile() {
        file = directory.resolve("segment.bdb");
    }

    private byte[] key(int sequence, int number, int maxBytes) {
        byte[] key = new byte[8 + random.nextInt(maxBytes)];
        random.nextBytes(key);
        ByteBuffer.wrap(key).putInt(sequence).putInt(number);
        return key;
    }

    private long write(int sequences, int all, int maxKeyBytes, int maxValueBytes, int maxInLeaf) throws IOException {
        long bytes;
        try (BdbFileWriter writer = BdbFileWriter.create(file, ByteBuffer.allocateDirect(HEADS_BYTES))) {
            int left = 0;
            int sequence = 0;
            for (int i = 0; i < all; i++) {
                if (left-- == 0) {
                    writer.flush();
                    left = random.nextInt(maxInLeaf);
                    sequence = random.nextInt(sequences);
                }
                byte[] key = key(sequence, i, maxKeyBytes);
                byte[] value = Records.pattern(i, random.nextInt(maxValueBytes));
                if (!writer.hasRoom(sequence, key.length)) {
                    writer.flush();
                }
                keysByOffset.put(writer.add(sequence, key, key.length, Records.direct(value)), key);
                expected.put(key, value);
            }
            bytes = writer.finish();
        }
        assertThat(Files.size(file)).isEqualTo(bytes);
        return bytes;
    }

    private void checkRecords() {
        TreeMap<byte[], byte[]> left = new TreeMap<>(expected);
        ByteBuffer out = ByteBuffer.allocateDirect(1 << 20);
        try (KvsReader reader = KvsReader.open(file, KvsTuning.forBlockReading());
                KvsCursor cursor = reader.cursor()) {
            assertThat(reader.recordCount()).isEqualTo(expected.size());
            while (cursor.read(out.clear(), null) > 0) {
                for (out.flip(); out.hasRemaining(); ) {
                    byte[] key = new byte[out.getInt()];
                    byte[] value = new byte[out.getInt()];
                    out.get(key).get(value);
                    Map.Entry<byte[], byte[]> next = left.pollFirstEntry();
                    assertThat(key).isEqualTo(next.getKey());
                    assertThat(value).isEqualTo(next.getValue());
                }
            }
            assertThat(left).isEmpty();
            checkGets(reader, out);
        }
    }

    private void checkGets(KvsReader reader, ByteBuffer out) {
        List<byte[]> keys = new ArrayList<>(expected.keySet());
        Collections.shuffle(keys, random);
        for (byte[] key : keys) {
            int length = reader.get(key, out.clear());
            byte[] value = new byte[length];
            out.get(0, value);
            assertThat(value).isEqualTo(expected.get(key));
            byte[] absent = Arrays.copyOf(key, key.length + 2);
            assertThat(reader.get(absent, out.clear())).isEqualTo(KvsReader.NOT_FOUND);
        }
    }

    private void checkPlaces() {
        long found = BdbRecords.walk(file, 8, (key, keyBytes, valueAt, valueBytes, head) -> {
            byte[] placed = keysByOffset.get(valueAt);
            assertThat(placed).isEqualTo(Arrays.copyOf(key, keyBytes));
            assertThat(expected.get(placed)).hasSize(valueBytes);
        });
        assertThat(found).isEqualTo(expected.size());
    }

    /** Overwrites some of the records and deletes another one, by the library. */
    private void change() {
        try (KvsTree tree = KvsTree.open(file, KvsTuning.forBlocks())) {
            int n = 0;
            for (byte[] key : List.copyOf(expected.keySet())) {
                if (n % 3 == 0) {
                    ByteBuffer out =
                            new Records(8 + key.length).add(key, new byte[0]).done();
                    assertThat(tree.outAll(out)).isOne();
                    expected.remove(key);
                } else if (n % 3 == 1) {
                    byte[] more = Arrays.copyOf(key, key.length + 1);
                    byte[] value = Records.pattern(n, 300);
                    tree.putAll(
                            new Records(9 + key.length + 300).add(more, value).done());
                    expected.put(more, value);
                }
                n++;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 10, 10, 1",
        "1, 5000, 40, 200, 1",
        "1, 3000, 40, 200, 300",
        "40, 5000, 40, 100, 1",
        "40, 4000, 60, 100, 30",
        "3, 60, 40, 300000, 4",
        "5, 300, 40000, 100, 5",
        "700, 3000, 3000, 10, 1",
        "2, 60000, 20, 2, 3"
    })
    void theLibraryHasTheRecordsAndCanChangeThem(
            int sequences, int all, int maxKeyBytes, int maxValueBytes, int maxInLeaf) throws IOException {
        long seed = System.nanoTime();
        random = new Random(seed);
        try {
            write(sequences, all, maxKeyBytes, maxValueBytes, maxInLeaf);
            checkRecords();
            checkPlaces();
            change();
            checkRecords();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    void aFileWithoutRecordsCanBeReadAndFilled() throws IOException {
        random = new Random(1);
        write(1, 0, 1, 1, 1);
        checkRecords();
        byte[] key = Records.bytes("key");
        try (KvsTree tree = KvsTree.open(file, KvsTuning.forBlocks())) {
            tree.putAll(Records.ofKeys("key"));
        }
        expected.put(key, Records.bytes("value of key"));
        checkRecords();
    }

    @Test
    void whatIsAppendedToAFileIsIgnored() throws IOException {
        random = new Random(2);
        write(3, 1000, 20, 200, 10);
        Files.write(file, new byte[1000], StandardOpenOption.APPEND);
        checkRecords();
        checkPlaces();
    }

    @Test
    void aFileThatIsNotFinishedIsNotOpened() throws IOException {
        try (BdbFileWriter writer = BdbFileWriter.create(file, ByteBuffer.allocateDirect(HEADS_BYTES))) {
            writer.add(1, new byte[] {1}, 1, Records.direct(new byte[100]));
            writer.flush();
        }
        assertThatThrownBy(() -> KvsReader.open(file, KvsTuning.forBlocks()))
                .isInstanceOfSatisfying(
                        KvsException.class, e -> assertThat(e.error()).isEqualTo(KvsError.NOT_CLOSED));
        assertThatThrownBy(() -> BdbRecords.walk(file, 0, (key, keyBytes, at, bytes, head) -> {}))
                .isInstanceOfSatisfying(
                        KvsException.class, e -> assertThat(e.error()).isEqualTo(KvsError.NOT_CLOSED));
    }

    @Test
    void aFileThatIsThereIsNotWrittenOver() throws IOException {
        Path other = directory.resolve("other");
        BdbFileWriter.create(other, ByteBuffer.allocateDirect(HEADS_BYTES)).close();
        Files.write(file, new byte[] {1});
        assertThatThrownBy(() -> BdbFileWriter.create(file, ByteBuffer.allocateDirect(HEADS_BYTES)))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasBinaryContent(new byte[] {1});
    }
}
