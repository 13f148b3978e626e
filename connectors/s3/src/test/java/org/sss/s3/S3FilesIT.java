package org.sss.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.Sources;
import org.sss.io.store.FileStore;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoredFile;

/** Objects as the input of jobs: the same as files with the same content. */
class S3FilesIT {
    private static final String ROOT = "s3://" + MotoServer.BUCKET + "/";

    @TempDir
    Path directory;

    private static FileStore store() {
        return MotoServer.stores().of(ROOT);
    }

    /** Writes a file and an object. */
    private void both(String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        MotoServer.put(name, content);
    }

    private static List<String> read(TupleSource<Long, String> source) throws Exception {
        List<String> tuples = new ArrayList<>();
        for (TupleSource.Split split : source.splits()) {
            source.read(split, (position, line) -> tuples.add(position + " " + line));
        }
        return tuples;
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    /** Ranges of a source and ranges of requests end at different bytes, within lines. */
    @Test
    void aTextSourceInRangesEqualsThatOfLocalFiles() throws Exception {
        both("large/a.txt", MotoServer.lines(400_000, 1));
        both("large/b.txt", MotoServer.lines(10, 2));
        assertThat(Files.size(directory.resolve("large/a.txt"))).isGreaterThan(2 * S3Content.RANGE_BYTES);
        List<String> local = read(Sources.text(directory + "/large/*.txt"));
        assertThat(local).hasSize(400_010);
        for (long splitBytes : new long[] {128L << 20, 5_000_001}) {
            assertThat(read(Sources.text(ROOT + "large/*.txt").splitBytes(splitBytes))
                            .equals(local))
                    .as("ranges of %d bytes", splitBytes)
                    .isTrue();
        }
    }

    @Test
    void compressedObjectsAreDetectedByTheirContent() throws Exception {
        both("packed/a", gzip(MotoServer.lines(1000, 3)));
        both("packed/b.txt", MotoServer.lines(10, 4));
        assertThat(read(Sources.text(ROOT + "packed")))
                .hasSize(1010)
                .isEqualTo(read(Sources.text(directory + "/packed")));
        MotoServer.put("packed-tar/a.gz", gzip("PK\u0003\u0004 and more".getBytes(UTF_8)));
        assertThatThrownBy(() -> Sources.text(ROOT + "packed-tar/a.gz").splits())
                .hasMessageContaining("has a zip archive inside of a gzip file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/*.txt",
                "/**",
                "/**/*.txt",
                "/a*/x.txt",
                "/{a,b}/x.txt",
                "/[a-b]/?.txt",
                "/.old/*",
                "/.o*/x.txt",
                "/a/x.txt",
                "/a b/c+d&e.txt"
            })
    void globsMatchAsThoseOfLocalFiles(String glob) throws IOException {
        for (String name : List.of("one.txt", "two.csv", "a/x.txt", "a/.y", "ab/x.txt", "b/x.txt", ".old/x.txt")) {
            both("globs/" + name, new byte[] {'x'});
        }
        both("globs/a b/c+d&e.txt", new byte[] {'x'});
        MotoServer.put("globs/marker/", new byte[0]); // a directory in the view of some programs
        List<String> local = FileStores.ofProcess().of(directory.toString()).list(directory + "/globs" + glob).stream()
                .map(file -> file.path().substring(directory.toString().length() + 1))
                .toList();
        assertThat(local).isNotEmpty();
        assertThat(store().list(ROOT + "globs" + glob))
                .extracting(file -> file.path().substring(ROOT.length()))
                .isEqualTo(local);
    }

    @Test
    void namesThatAreNotThereAreRefused() {
        MotoServer.put("names/a.txt", new byte[] {'x'});
        for (String argument : List.of("names/b.txt", "names/*.csv", "none/", "names/a")) {
            assertThatThrownBy(() -> store().list(ROOT + argument))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                    .hasMessageContaining("no file matches '" + ROOT + argument + "'");
        }
        assertThatThrownBy(() -> store().list("s3://no-such-bucket/x/*"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("s3://no-such-bucket/x/")
                .hasMessageContaining("check the name of the bucket");
        assertThatThrownBy(() -> store().stat(ROOT + "names/b.txt")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> store().list("s3://Bucket/x")).hasMessageContaining("is no name of a bucket");
    }

    @Test
    void anObjectThatWasReplacedIsNotRead() throws IOException {
        MotoServer.put("replaced.txt", "before".getBytes(UTF_8));
        StoredFile before = store().stat(ROOT + "replaced.txt");
        assertThat(before.bytes()).isEqualTo(6);
        MotoServer.put("replaced.txt", "after!".getBytes(UTF_8));
        try (InputStream in = store().open(before, 0, FileStore.END)) {
            assertThatThrownBy(in::readAllBytes)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("the object has been replaced");
        }
    }

    @Test
    void rangesHaveTheirBytes() throws IOException {
        MotoServer.put("range", "0123456789".getBytes(UTF_8));
        StoredFile file = store().stat(ROOT + "range");
        try (InputStream in = store().open(file, 3, 6)) {
            assertThat(in.read()).isEqualTo('3');
            assertThat(in.readAllBytes()).asString().isEqualTo("45");
            assertThat(in.read()).isEqualTo(-1);
        }
        try (InputStream in = store().open(file, 7, FileStore.END)) {
            assertThat(in.readAllBytes()).asString().isEqualTo("789");
        }
        MotoServer.put("empty", new byte[0]);
        try (InputStream in = store().open(store().stat(ROOT + "empty"), 0, FileStore.END)) {
            assertThat(in.read()).isEqualTo(-1);
        }
    }
}
