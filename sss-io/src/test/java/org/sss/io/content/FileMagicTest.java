package org.sss.io.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
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
    @CsvSource({
        "fd377a585a0000, an xz file",
        "ff060000734e61507059, a snappy file",
        "504b030414000000, a zip archive",
        "377abcaf271c0004, a 7z archive",
        "526172211a0700, a rar archive",
        "504152311504150a, a Parquet file",
        "4f524311000000, an ORC file",
        "4f626a0104146176, an Avro file",
        "53455106206f7267, a Hadoop sequence file",
        "fffe6f006e006500, UTF-16 text",
        "feff006f006e0065, UTF-16 text",
        "fffe00006f000000, UTF-32 text",
        "0000feff0000006f, UTF-32 text",
        "6f006e0065000a00, UTF-16 text",
        "006f006e0065000a, UTF-16 text",
        "6f0000000a000000, UTF-32 text",
        "0000006f0000000a, UTF-32 text",
        "5d00008000ffffffffffffffff, an lzma file",
        "789c4bcc00024d0027, zlib data",
        "785e4bcc00024d0027, zlib data",
        "4c5a495001, an lzip file",
        "53514c69746520666f726d6174203300, an SQLite database",
        "894844460d0a1a0a, an HDF5 file",
        "d0cf11e0a1b11ae1, an Excel workbook or another Office file",
        "4152524f5731000000, an Arrow file",
        "1f9d90611a, a file of compress",
        "894c5a4f000d0a, an lzop file"
    })
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

    /** As {@code tar --format=v7} writes it. */
    @Test
    void detectsTarWithoutMagicByItsChecksum() throws IOException {
        byte[] tar = new byte[1024];
        byte[] header = "a.txt".getBytes(ISO_8859_1);
        System.arraycopy(header, 0, tar, 0, header.length);
        int sum = 8 * ' ';
        for (byte b : header) {
            sum += b;
        }
        System.arraycopy(String.format("%06o\0 ", sum).getBytes(ISO_8859_1), 0, tar, 148, 8);
        assertRefused(tar, "a tar archive");
        tar[0]++;
        assertThat(kindOf(file(tar))).isEqualTo(FileKind.PLAIN);
    }

    @Test
    void textOfOtherScriptsIsPlainInUtf8() throws IOException {
        assertThat(kindOf(file("日本語\n".repeat(200).getBytes(UTF_8)))).isEqualTo(FileKind.PLAIN);
        assertRefused("日本語\n".repeat(200).getBytes(UTF_16LE), "UTF-16 text");
        assertRefused("日本語\n".repeat(200).getBytes(UTF_16BE), "UTF-16 text");
        assertRefused("𝄞 clef\n".repeat(100).getBytes(java.nio.charset.Charset.forName("UTF-32LE")), "UTF-32 text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "P",
                "PAR10 is a road\n",
                "ORCHID\tflower\n",
                "SEQUENCE\n",
                "BZh is no magic\n",
                "BZh9 neither\n",
                "PK\n",
                "Obj\n",
                "\u00ff\u00fd Latin-1\n",
                "x^2\n",
                "x\u009cuvre\n",
                "]\n",
                "LZIP\n",
                "SQLite format 3\n",
                "{\"n\":1}\n\0\0\0{\"n\":2}\n",
                "\0\0\0\0\0\0\0\0",
                "ab\0\ncd\0\n",
                "one\0\n",
                "a\0",
                "\u00e9\0\u00e8\u00e7\n\0\u00e9\u00e8"
            })
    void readsTextThatResemblesAnotherType(String text) throws IOException {
        assertThat(kindOf(file(text.getBytes(ISO_8859_1)))).isEqualTo(FileKind.PLAIN);
    }

    @ParameterizedTest
    @CsvSource({
        "1f8b0800, GZIP",
        "28b52ffd, ZSTD",
        "502a4d18, ZSTD",
        "425a6839314159265359, BZIP2",
        "425a683117724538509000, BZIP2",
        "04224d18, LZ4"
    })
    void detectsCompressedFile(String head, FileKind kind) throws IOException {
        assertThat(kindOf(file(bytes(head)))).isEqualTo(kind);
    }

    private static FileKind kindOf(Path file) throws IOException {
        return FileMagic.kindOf("file '" + file + "'", bytes -> Files.newInputStream(file));
    }

    private void assertRefused(byte[] head, String name) throws IOException {
        Path file = file(head);
        assertThatThrownBy(() -> kindOf(file))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageStartingWith("file '" + file + "' is " + name + ", not lines")
                .hasMessageContaining("--as-text");
    }

    private Path file(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("file"), bytes);
    }

    private static byte[] bytes(String hex) {
        return java.util.HexFormat.of().parseHex(hex);
    }
}
