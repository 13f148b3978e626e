package org.sss.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class FileMagicTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"fd377a585a0000, an xz file", "ff060000734e61507059, a snappy file", "504b030414000000, a zip archive",
            "377abcaf271c0004, a 7z archive", "526172211a0700, a rar archive", "504152311504150a, a Parquet file", "4f524311000000, an ORC file",
            "4f626a0104146176, an Avro file", "53455106206f7267, a Hadoop sequence file", "fffe6f006e006500, UTF-16 text",
            "feff006f006e0065, UTF-16 text", "1f9d90611a, a file of compress", "894c5a4f000d0a, an lzop file"})
    void rejectsFileWithoutLinesByItsType(String head, String name) throws IOException {
        assertRefused(bytes(head), name);
    }

    @Test
    void detectsFormatsOfCommonTools() throws IOException {
        ByteArrayOutputStream zip = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(zip)) {
            out.putNextEntry(new ZipEntry("a.txt"));
        }
        assertRefused(zip.toByteArray(), "a zip archive");
        byte[] tar = new byte[1024];
        System.arraycopy("a.txt".getBytes(ISO_8859_1), 0, tar, 0, 5);
        System.arraycopy("ustar".getBytes(ISO_8859_1), 0, tar, 257, 5);
        assertRefused(tar, "a tar archive");
        assertRefused("one\n".getBytes(UTF_16), "UTF-16 text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "PAR10 is a road\n", "ORCHID\tflower\n", "SEQUENCE\n", "BZh is no magic\n", "BZh9 neither\n", "PK\n", "Obj\n",
            "\u00ff\u00fd Latin-1\n"})
    void readsTextThatResemblesAnotherType(String text) throws IOException {
        assertThat(FileMagic.kindOf(file(text.getBytes(ISO_8859_1)))).isEqualTo(FileKind.PLAIN);
    }

    @ParameterizedTest
    @CsvSource({"1f8b0800, GZIP", "28b52ffd, ZSTD", "502a4d18, ZSTD", "425a6839314159265359, BZIP2", "425a683117724538509000, BZIP2", "04224d18, LZ4"})
    void detectsCompressedFile(String head, FileKind kind) throws IOException {
        assertThat(FileMagic.kindOf(file(bytes(head)))).isEqualTo(kind);
    }

    @Test
    void asTextReadsEveryFileUnchanged() throws Exception {
        Path file = file("PK\u0003\u0004\nnext\n".getBytes(ISO_8859_1));
        assertThat(Reading.values(Sources.text(file.toString()).asText())).containsExactly("PK\u0003\u0004", "next");
        assertThatThrownBy(() -> Sources.csv(file.toString()).splits()).hasMessageContaining("a zip archive");
        assertThat(Sources.jsonLines(file.toString()).asText().splits()).hasSize(1);
    }

    private void assertRefused(byte[] head, String name) throws IOException {
        Path file = file(head);
        assertThatThrownBy(() -> FileMagic.kindOf(file)).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT)).hasMessageStartingWith("file '" + file + "' is " + name + ", not lines")
                .hasMessageContaining("--as-text");
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("file"), bytes);
    }

    private static byte[] bytes(String hex) {
        return java.util.HexFormat.of().parseHex(hex);
    }
}
