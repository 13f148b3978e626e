package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

class LargeValuesIT {
    private static final TupleGroup<String, byte[]> FILES = TupleGroup.of("files", Codecs.STRING, Codecs.BYTE_ARRAY);
    private static final int PIECE = 256 << 10;

    private final Random random = new Random(71);
    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void roundTripsStreamsOfAnyLength() throws IOException {
        int[] lengths = {
            0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 16 * PIECE - 1, 16 * PIECE, 16 * PIECE + 1, 50 * PIECE
        };
        byte[] all = bytes(50 * PIECE);
        try (GroupWriter<String, byte[]> writer = client.write(FILES)) {
            for (int length : lengths) {
                writer.append("length " + length, new ByteArrayInputStream(all, 0, length));
            }
            assertThat(writer.commit().tuples()).isEqualTo(lengths.length);
        }
        for (int length : lengths) {
            assertThat(read("length " + length)).isEqualTo(Arrays.copyOf(all, length));
            assertThat(client.get(FILES, "length " + length)).singleElement().isEqualTo(Arrays.copyOf(all, length));
        }
    }

    @Test
    void compressesStreams() throws IOException {
        TupleGroup<String, byte[]> compressed = FILES.compressed(Compression.LZ4);
        try (GroupWriter<String, byte[]> writer = client.write(compressed)) {
            writer.append("short", new ByteArrayInputStream(new byte[5 * PIECE]));
            writer.append("long", new ByteArrayInputStream(new byte[30 * PIECE + 3]));
            assertThat(writer.commit().storedBytes()).isLessThan(2 * PIECE);
        }
        assertThat(read("short")).isEqualTo(new byte[5 * PIECE]);
        assertThat(read("long")).isEqualTo(new byte[30 * PIECE + 3]);
    }

    @Test
    void preservesTheOrderOfValuesOfAKey() throws IOException {
        byte[] all = bytes(20 * PIECE);
        int[] lengths = {3, 2 * PIECE, 0, 20 * PIECE, 5, 18 * PIECE, 7, PIECE + 3};
        try (GroupWriter<String, byte[]> writer = client.write(FILES)) {
            for (int i = 0; i < lengths.length; i++) {
                byte[] value = Arrays.copyOf(all, lengths[i]);
                if (i % 3 == 0) {
                    writer.append("k", value);
                } else {
                    writer.append("k", new ByteArrayInputStream(value));
                }
                writer.append("other " + i, value);
            }
            writer.commit();
        }
        assertThat(client.get(FILES, "k"))
                .extracting(value -> value.length)
                .containsExactlyElementsOf(Arrays.stream(lengths).boxed().toList());
        try (RawTuples values = client.rawReader("files").tuples("k".getBytes())) {
            for (int length : lengths) {
                assertThat(values.next()).isTrue();
                assertThat(values.valueStream().readNBytes(PIECE))
                        .isEqualTo(Arrays.copyOf(all, Math.min(PIECE, length)));
            }
            assertThat(values.next()).isFalse();
        }
    }

    @Test
    void aFailedStreamLeavesNothingAndTheWriterUsable() throws IOException {
        try (GroupWriter<String, byte[]> writer = client.write(FILES)) {
            writer.append("good", new ByteArrayInputStream(bytes(20 * PIECE)));
            for (int pieces : new int[] {0, 2, 30}) {
                assertThatThrownBy(() -> writer.append("bad", failingAfter(pieces * PIECE)))
                        .isInstanceOf(IOException.class)
                        .hasMessage("pulled out");
            }
            writer.append("good too", new ByteArrayInputStream(bytes(20 * PIECE)));
            writer.append("small", new byte[] {1});
            assertThat(writer.commit().tuples()).isEqualTo(3);
        }
        assertThat(client.get(FILES, "bad")).isEmpty();
        assertThat(read("good too")).hasSize(20 * PIECE);
    }

    @Test
    void severalWritersSendLargeValues() throws IOException {
        try (GroupWriters<String, byte[]> writers = client.writers(FILES, 2)) {
            for (int i = 0; i < 4; i++) {
                writers.get(i % 2).append("k" + i / 2, new ByteArrayInputStream(bytes(17 * PIECE + i)));
            }
            writers.commit();
        }
        assertThat(client.get(FILES, "k1"))
                .extracting(value -> value.length)
                .containsExactly(17 * PIECE + 2, 17 * PIECE + 3);
    }

    @Test
    void aScanContinuesFromTheMiddleOfAValue() throws IOException {
        byte[] all = bytes(30 * PIECE);
        try (GroupWriter<String, byte[]> writer = client.write(FILES)) {
            for (int i = 0; i < 20; i++) {
                writer.append("key " + i, new ByteArrayInputStream(all, 0, (i % 4) * 9 * PIECE));
            }
            writer.commit();
        }
        try (RawTuples tuples = client.raw("files", null, null, null)) {
            InputStream before = InputStream.nullInputStream();
            for (int i = 0; i < 20; i++) {
                assertThat(tuples.next()).isTrue();
                InputStream value = tuples.valueStream();
                int most = random.nextInt(all.length);
                byte[] read = value.readNBytes(most);
                assertThat(Arrays.equals(read, 0, read.length, all, 0, read.length))
                        .isTrue();
                before = i == 0 ? value : before;
            }
            assertThat(tuples.next()).isFalse();
            assertThatThrownBy(before::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has moved to the next tuple");
        }
    }

    @Test
    void rejectsOpeningAMissingValue() throws IOException {
        try (GroupWriter<String, byte[]> writer = client.write(FILES)) {
            writer.append("a", new byte[3]);
            writer.commit();
        }
        assertThat(refusal("b")).isEqualTo(ErrorCode.NOT_FOUND);
        InputStream closed = client.openValue(FILES, "a");
        closed.close();
        closed.close();
        assertThatThrownBy(closed::read).isInstanceOf(IOException.class).hasMessageContaining("closed");
    }

    @Test
    void reducersSkipLargeValuesOrTakeThemWhole() throws IOException {
        try (GroupWriter<String, byte[]> writer = client.write(FILES)) {
            for (String key : new String[] {"skip", "take"}) {
                writer.append(key, new ByteArrayInputStream(bytes(9 * PIECE)));
                writer.append(key, new ByteArrayInputStream(bytes(5 * PIECE)));
            }
            writer.commit();
        }
        TupleGroup<String, Long> sizes = TupleGroup.of("sizes", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("sizes");
        workflow.reduce(FILES, sizes, (name, files, out) -> {
            if (name.equals("take")) {
                for (byte[] file : files) {
                    out.emit(name, (long) file.length);
                }
            }
        });
        client.run(workflow);
        assertThat(client.scan(sizes).toList())
                .containsExactly(Map.entry("take", 9L * PIECE), Map.entry("take", 5L * PIECE));
    }

    private ErrorCode refusal(String key) {
        return catchThrowableOfType(SssException.class, () -> client.openValue(FILES, key))
                .code();
    }

    private byte[] read(String key) throws IOException {
        try (InputStream value = client.openValue(FILES, key)) {
            return value.readAllBytes();
        }
    }

    private InputStream failingAfter(int bytes) {
        return new SequenceInputStream(new ByteArrayInputStream(bytes(bytes)), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("pulled out");
            }
        });
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
