package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What each source of files does. A subclass has the source, three records that it reads, and their values.
 *
 * @param <V> values, which are compared by {@code equals}
 */
abstract class FileSourceContract<V, S extends FileSource<Long, V, S>> {
    @TempDir
    Path directory;

    abstract S source(InputFiles files);

    /** Returns what precedes the records of each file; maybe empty. */
    String header() {
        return "";
    }

    /** Returns three different records, each with its newline. */
    abstract List<String> records();

    /** Returns what the source makes of {@link #records}. */
    abstract List<V> values();

    /** Returns a record with its newline that the source cannot read, or null if there is none. */
    abstract String badRecord();

    @Test
    void readsEachRecordOnceInTheOrderOfTheFiles() throws Exception {
        write("1", 5);
        write("2", 0);
        write("3", 100);
        List<Map.Entry<Long, V>> tuples = Reading.all(source());
        assertThat(tuples).hasSize(105).isSortedAccordingTo(Map.Entry.comparingByKey());
        assertThat(tuples).extracting(Map.Entry::getKey).doesNotHaveDuplicates();
        assertThat(tuples.subList(5, 105))
                .extracting(Map.Entry::getValue)
                .isEqualTo(Reading.values(source(InputFiles.of(directory + "/3"))));
    }

    @Test
    void readsTheValuesOfTheRecords() throws Exception {
        write("1", 3);
        assertThat(Reading.values(source())).isEqualTo(values());
    }

    @Test
    void readsTheSameTuplesAgain() throws Exception {
        write("1", 50);
        write("2", 50);
        S source = source();
        assertThat(Reading.all(source)).isEqualTo(Reading.all(source)).isEqualTo(Reading.all(source()));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 7, 64, 1000})
    void splitsOfAnySizeHaveTheSameTuples(long splitBytes) throws Exception {
        write("1", 40);
        write("2", 3);
        assertThat(Reading.all(source().splitBytes(splitBytes))).isEqualTo(Reading.all(source()));
    }

    @Test
    void aSerializedCopyReadsTheSame() throws Exception {
        write("1", 10);
        S source = source();
        assertThat(Reading.all(copy(source))).isEqualTo(Reading.all(source));
    }

    @Test
    void compressedFilesHaveTheSameValues() throws Exception {
        Path file = write("1", 100);
        List<V> plain = Reading.values(source());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve("1.gz")))) {
            Files.copy(file, out);
        }
        assertThat(Reading.values(source(InputFiles.of(directory + "/1.gz")))).isEqualTo(plain);
    }

    @Test
    void theLastRecordNeedsNoNewline() throws Exception {
        Path file = write("1", 4);
        List<V> values = Reading.values(source());
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 1));
        assertThat(Reading.values(source())).isEqualTo(values);
    }

    @Test
    void readsRecordsAcrossTheEndOfTheWindow() throws Exception {
        int count = 3 * ByteWindow.CHUNK_BYTES / String.join("", records()).length();
        write("1", count);
        List<V> values = Reading.values(source());
        assertThat(values).hasSize(count);
        assertThat(values.subList(3, count)).isEqualTo(values.subList(0, count - 3));
    }

    @Test
    void reportsABadRecordAndReadsOn() throws Exception {
        if (badRecord() == null) {
            return;
        }
        Files.writeString(
                directory.resolve("1"), header() + badRecord() + records().get(0));
        List<String> all = Reading.failuresAmong(source());
        assertThat(all).hasSize(2);
        assertThat(all.get(0))
                .startsWith(header().length() + ": ")
                .contains(" -> ")
                .contains("byte " + header().length());
        assertThat(all.get(1)).doesNotContain(" -> ");
    }

    @Test
    void optionsKeepTheOtherOptions() throws Exception {
        write("1", 3);
        S source = source().splitBytes(5).asText();
        assertThat(source.files()).isEqualTo(new InputFiles(List.of(directory + "/*"), 5, true));
        assertThat(source.name()).isEqualTo(source().name()).contains(directory.toString());
        assertThatThrownBy(() -> source.splitBytes(0)).hasMessageContaining("a split cannot have 0 bytes");
    }

    @Test
    void aMissingFileIsNotFound() {
        assertThatThrownBy(() -> source(InputFiles.of(directory + "/none")).splits())
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    private S source() {
        return source(InputFiles.of(directory + "/*"));
    }

    private Path write(String name, int count) throws IOException {
        StringBuilder text = new StringBuilder(count == 0 ? "" : header());
        for (int i = 0; i < count; i++) {
            text.append(records().get(i % 3));
        }
        return Files.writeString(directory.resolve(name), text);
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }
}
