package org.sss.client.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class LineReaderIT {
    @TempDir
    Path directory;

    @Test
    void eachLineIsReadOnceForAnyRanges() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            String text = randomText(random);
            TextFiles files = TextFiles.of(List.of(file("random.txt", text)), true);
            int rangeBytes = 1 + random.nextInt(40);
            int chunkBytes = 1 + random.nextInt(20);
            assertThat(read(files, rangeBytes, chunkBytes))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected(text));
        }
    }

    @Test
    void theEndOfAFileEndsItsLastLineAndPositionsContinue() throws IOException {
        TextFiles files = TextFiles.of(List.of(file("a", "one\ntwo"), file("empty", ""), file("b", "three\n")));
        assertThat(read(files, 1000, 1000)).isEqualTo(Map.of(0L, "one", 4L, "two", 7L, "three"));
        assertThat(files.totalBytes()).isEqualTo(13);
    }

    @Test
    void rejectsAMissingFileADirectoryAndAPipe() {
        assertThatThrownBy(() -> TextFiles.of(List.of(directory.resolve("nowhere.txt"))))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("nowhere.txt")
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> TextFiles.of(List.of(directory)))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("is a directory");
        assertThatThrownBy(() -> TextFiles.of(List.of(Path.of("/dev/null"))))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("not a regular file");
    }

    @Test
    void reportsATruncatedFile() throws IOException {
        Path file = file("short.txt", "12345\n");
        TextFiles files = TextFiles.of(List.of(file));
        Files.writeString(file, "1");
        assertThatThrownBy(() -> read(files, 100, 100))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("short.txt")
                .hasMessageContaining("had 6 bytes");
    }

    @Test
    void anInterruptIsNotReportedAsAFileError() throws IOException {
        TextFiles files = TextFiles.of(List.of(file("good.txt", "12345\n")));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> read(files, 100, 100))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private static Map<Long, String> read(TextFiles files, int rangeBytes, int chunkBytes) {
        Map<Long, String> lines = new TreeMap<>();
        List<Long> order = new ArrayList<>();
        LineReader reader = new LineReader(chunkBytes, new Semaphore(1));
        for (TextFiles.Part part : files.parts()) {
            for (long from = 0; from < part.bytes(); from += rangeBytes) {
                reader.read(
                        part, from, Math.min(from + rangeBytes, part.bytes()), (position, bytes, offset, length) -> {
                            assertThat(lines.put(position, new String(bytes, offset, length, ISO_8859_1)))
                                    .isNull();
                            order.add(position);
                        });
            }
        }
        assertThat(order).isSorted();
        return lines;
    }

    private static Map<Long, String> expected(String text) {
        Map<Long, String> lines = new TreeMap<>();
        for (int at = 0; at < text.length(); ) {
            int end = text.indexOf('\n', at) < 0 ? text.length() : text.indexOf('\n', at);
            lines.put((long) at, text.substring(at, end));
            at = end + 1;
        }
        return lines;
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(120);
        int lineLength = 1 + random.nextInt(60);
        for (int i = 0; i < length; i++) {
            text.append(random.nextInt(lineLength) == 0 ? '\n' : (char) random.nextInt(256));
        }
        return text.toString();
    }

    private Path file(String name, String text) throws IOException {
        return Files.write(directory.resolve(name), text.getBytes(ISO_8859_1));
    }
}
