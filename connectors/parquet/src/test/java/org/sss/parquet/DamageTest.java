package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.RecordFormat;

/** Files that are cut or changed give an error by name, or the rows that were written. */
class DamageTest {
    private static final long SEED = 20261129;

    @TempDir
    private Path directory;

    /** Returns the rows, or a line for the error. */
    private static List<String> read(Path file, RecordFormat.Types types) {
        try {
            return Reading.all(file.toString(), types.keys(), types.values());
        } catch (SssException e) {
            assertThat(e.getMessage()).contains("file '" + file.toAbsolutePath());
            assertThat(e.code())
                    .isIn(
                            ErrorCode.CORRUPT,
                            ErrorCode.INVALID_ARGUMENT,
                            ErrorCode.TOO_LARGE,
                            ErrorCode.NOT_FOUND,
                            ErrorCode.TYPE_MISMATCH);
            return List.of("error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"type-struct_list", "type-map", "type-dictionary", "codec-zstd-2.0"})
    void aCutFileIsAnErrorAtEachLength(String name) throws IOException {
        Path whole = Path.of(Reading.pyarrow(name));
        RecordFormat.Types types = Reading.types(whole.toString());
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = directory.resolve("cut.parquet");
        for (int length = bytes.length - 1; length >= 0; length -= Math.max(1, bytes.length / 300)) {
            Files.write(cut, Arrays.copyOf(bytes, length));
            assertThat(read(cut, types)).as("length %d", length).containsExactly("error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"type-struct_list", "type-map", "type-dictionary", "type-decimal128", "type-nested_list"})
    void noChangedByteOfASmallFileIsAnythingElse(String name) throws IOException {
        Path whole = Path.of(Reading.pyarrow(name));
        RecordFormat.Types types = Reading.types(whole.toString());
        byte[] bytes = Files.readAllBytes(whole);
        Path changed = directory.resolve("changed.parquet");
        for (int i = 0; i < bytes.length; i++) {
            for (byte value : new byte[] {(byte) ~bytes[i], (byte) 0x7F}) {
                byte[] copy = bytes.clone();
                copy[i] = value;
                Files.write(changed, copy);
                read(changed, types);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "codec-zstd-1.0",
                "codec-snappy-2.0",
                "codec-gzip-1.0",
                "codec-lz4-2.0",
                "codec-none-1.0",
                "encoding-DELTA_BINARY_PACKED",
                "encoding-DELTA_BYTE_ARRAY",
                "encoding-DELTA_LENGTH_BYTE_ARRAY"
            })
    void noChangedByteIsAnythingElse(String name) throws IOException {
        Path whole = Path.of(Reading.pyarrow(name));
        RecordFormat.Types types = Reading.types(whole.toString());
        byte[] bytes = Files.readAllBytes(whole);
        Path changed = directory.resolve("changed.parquet");
        Random random = new Random(SEED);
        for (int i = 0; i < 25; i++) {
            byte[] copy = bytes.clone();
            int at = random.nextInt(bytes.length);
            copy[at] ^= (byte) (1 + random.nextInt(255));
            Files.write(changed, copy);
            read(changed, types);
        }
    }

    @Test
    void checksumsFindEachChangeInPages() throws IOException {
        Path whole = Path.of(Reading.pyarrow("checksums"));
        RecordFormat.Types types = Reading.types(whole.toString());
        List<String> rows = read(whole, types);
        byte[] bytes = Files.readAllBytes(whole);
        Path changed = directory.resolve("changed.parquet");
        Random random = new Random(SEED);
        int found = 0;
        for (int i = 0; i < 25; i++) {
            byte[] copy = bytes.clone();
            copy[random.nextInt(bytes.length / 2)] ^= (byte) (1 + random.nextInt(255));
            Files.write(changed, copy);
            List<String> read = read(changed, types);
            found += read.equals(rows) ? 0 : 1;
            assertThat(read).as("change %d", i).isIn(List.of("error"), rows);
        }
        assertThat(found).isGreaterThan(15);
    }

    @Test
    void aFileThatHasChangedSinceTheSubmissionIsRefused() throws Exception {
        Path file = Files.copy(Path.of(Reading.pyarrow("codec-snappy-1.0")), directory.resolve("a.parquet"));
        var types = Reading.types(file.toString());
        var source = new ParquetFormat()
                .source(
                        org.sss.io.InputFiles.of(file.toString()),
                        org.sss.api.Codecs.byName(types.keys()),
                        org.sss.api.Codecs.byName(types.values()));
        var split = source.splits().get(0);
        byte[] other = Files.readAllBytes(Path.of(Reading.pyarrow("codec-none-1.0")));
        Files.write(file, other);
        assertThat(message(() -> source.read(split, (key, value) -> {})))
                .contains("is not a Parquet file, or not complete");
        Files.write(file, new byte[10]);
        assertThat(message(() -> source.read(split, (key, value) -> {}))).contains("when the workflow was submitted");
        Files.delete(file);
        assertThat(message(() -> source.read(split, (key, value) -> {})))
                .contains("does not exist on this machine; make it available to all nodes");
    }

    private interface Step {
        void run() throws Exception;
    }

    private static String message(Step step) throws Exception {
        try {
            step.run();
        } catch (SssException e) {
            return e.getMessage();
        }
        throw new AssertionError("no error");
    }
}
