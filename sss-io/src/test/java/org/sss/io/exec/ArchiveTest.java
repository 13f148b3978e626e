package org.sss.io.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class ArchiveTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Path root;

    @BeforeEach
    void outside() throws IOException {
        root = directory.resolve("root");
        Files.writeString(directory.resolve("outside"), "untouched");
    }

    private void file(String name, int mode, String content) throws IOException {
        header(name, mode, content.length(), '0', "");
        bytes.write(Arrays.copyOf(content.getBytes(UTF_8), 512));
    }

    private void header(String name, int mode, int size, char kind, String link) throws IOException {
        byte[] header = new byte[512];
        put(header, 0, name);
        put(header, 100, "%07o".formatted(mode));
        put(header, 124, "%011o".formatted(size));
        put(header, 148, "        ");
        header[156] = (byte) kind;
        put(header, 157, link);
        put(header, 257, "ustar");
        int sum = 0;
        for (byte b : header) {
            sum += b & 0xff;
        }
        put(header, 148, "%06o".formatted(sum));
        bytes.write(header);
    }

    private static void put(byte[] header, int at, String text) {
        System.arraycopy(text.getBytes(UTF_8), 0, header, at, text.length());
    }

    private void link(String name, String target, char kind) throws IOException {
        header(name, 0777, 0, kind, target);
    }

    private byte[] content() throws IOException {
        bytes.write(new byte[1024]);
        return bytes.toByteArray();
    }

    private void refused(String... words) throws IOException {
        byte[] content = content();
        assertThatThrownBy(() -> Archive.unpack(content, root))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(words);
        assertThat(directory.resolve("outside")).hasContent("untouched");
        assertThat(Files.list(directory)).allMatch(path -> path.endsWith("root") || path.endsWith("outside"));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void unpacksFilesWithTheirModesAndLinksWithin() throws IOException {
        file("bin/run", 0100755, "#!/bin/sh");
        file("lib/data", 0100640, "data");
        link("bin/data", "../lib/data", '2');
        link("bin/same", "lib/data", '1');
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(gzip)) {
            out.write(content());
        }
        Archive.check(Path.of("x"), gzip.toByteArray());
        Archive.unpack(gzip.toByteArray(), root);
        assertThat(mode(root.resolve("bin/run"))).isEqualTo("rwxr-xr-x");
        assertThat(mode(root.resolve("lib/data"))).isEqualTo("rw-r-----");
        assertThat(root.resolve("bin/data")).isSymbolicLink().hasContent("data");
        assertThat(root.resolve("bin/same")).hasContent("data");
    }

    @Test
    void unpacksAZipFileWithModesAndLinks() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(out)) {
            ZipArchiveEntry run = new ZipArchiveEntry("bin/run");
            run.setUnixMode(0100755);
            zip.putArchiveEntry(run);
            zip.write("run".getBytes(UTF_8));
            zip.closeArchiveEntry();
            ZipArchiveEntry link = new ZipArchiveEntry("again");
            link.setUnixMode(0120777);
            zip.putArchiveEntry(link);
            zip.write("bin/run".getBytes(UTF_8));
            zip.closeArchiveEntry();
        }
        Archive.check(Path.of("x"), out.toByteArray());
        Archive.unpack(out.toByteArray(), root);
        assertThat(mode(root.resolve("bin/run"))).isEqualTo("rwxr-xr-x");
        assertThat(root.resolve("again")).isSymbolicLink().hasContent("run");
    }

    @Test
    void writesNothingOutside() throws IOException {
        file("a/../../outside", 0100644, "x");
        refused("'a/../../outside'", "outside of the directory");
    }

    @Test
    void acceptsNoAbsoluteNames() throws IOException {
        file("/" + directory.toString().substring(1) + "/outside", 0100644, "x");
        refused("outside of the directory");
    }

    @Test
    void acceptsNoLinkThatLeadsOut() throws IOException {
        link("up", "../outside", '2');
        refused("'up' leads out");
    }

    @Test
    void writesNothingThroughALink() throws IOException {
        link("here", ".", '2');
        file("here/x", 0100644, "x");
        refused("here");
        assertThat(root.resolve("x")).doesNotExist();
    }

    @Test
    void acceptsNoLinkThatLeadsOutThroughAnother() throws IOException {
        file("top/x", 0100644, "x");
        file("a/b/x", 0100644, "x");
        link("a/b/other", "../../top", '2');
        link("a/b/up", "other/../../outside", '2');
        refused("'a/b/up' leads out");
    }

    @Test
    void acceptsNoHardLinkToAFileOutside() throws IOException {
        link("hard", "../outside", '1');
        refused("outside of the directory");
    }

    @Test
    void aLaterFileOfTheSameNameDoesNotChangeTheFileOfAHardLink() throws IOException {
        file("one", 0100644, "one");
        link("same", "one", '1');
        file("same", 0100644, "other");
        Archive.unpack(content(), root);
        assertThat(root.resolve("one")).hasContent("one");
    }

    @Test
    void readsLongNamesOfGnuAndPosix() throws IOException {
        String gnu = "g".repeat(150);
        header("././@LongLink", 0644, gnu.length() + 1, 'L', "");
        bytes.write(Arrays.copyOf(gnu.getBytes(UTF_8), 512));
        file("short", 0100644, "gnu");
        String posix = "p".repeat(150);
        String line = "160 path=" + posix + "\n";
        header("PaxHeaders/x", 0644, line.length(), 'x', "");
        bytes.write(Arrays.copyOf(line.getBytes(UTF_8), 512));
        file("short", 0100644, "posix");
        file("last", 0100644, "last");
        Archive.unpack(content(), root);
        assertThat(root.resolve(gnu)).hasContent("gnu");
        assertThat(root.resolve(posix)).hasContent("posix");
        assertThat(root.resolve("last")).hasContent("last");
    }

    @Test
    void refusesWhatIsDamagedOrTruncated() throws IOException {
        file("a", 0100644, "x");
        byte[] content = content();
        byte[] damaged = content.clone();
        damaged[0]++;
        assertThatThrownBy(() -> Archive.unpack(damaged, root)).hasMessageContaining("checksum");
        assertThatThrownBy(() -> Archive.unpack(Arrays.copyOf(content, 512), root))
                .isInstanceOf(IOException.class);
    }

    @Test
    void acceptsNoDevices() throws IOException {
        link("fifo", "", '6');
        refused("'fifo' is neither a file");
    }

    @Test
    void otherFilesAreNoArchives() {
        assertThatThrownBy(() -> Archive.check(Path.of("notes.txt"), "no archive".getBytes(UTF_8)))
                .isInstanceOf(SssException.class)
                .hasMessageContainingAll("notes.txt", "expected .tar");
    }
}
