package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.content.FileKind;
import org.sss.io.store.FileAccess;

class TextSourceIT {
    @TempDir
    Path directory;

    @Test
    void keysArePositionsInConcatenatedFiles() throws Exception {
        file("b.txt", "three\n\nfour\r\n");
        file("a.txt", "one\ntwo");
        assertThat(Reading.all(Sources.text(directory + "/*.txt")))
                .containsExactly(
                        Map.entry(0L, "one"),
                        Map.entry(4L, "two"),
                        Map.entry(7L, "three"),
                        Map.entry(13L, ""),
                        Map.entry(14L, "four\r"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 1000})
    void rangesOfAnySizeReadEachLineOnce(int splitBytes) throws Exception {
        Random random = new Random(splitBytes);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append("x".repeat(random.nextInt(9))).append('\n');
        }
        file("a.txt", text + "the end");
        List<Map.Entry<Long, String>> whole = Reading.all(Sources.text(directory + "/a.txt"));
        assertThat(whole).hasSize(41);
        assertThat(Reading.all(Sources.text(directory + "/a.txt").splitBytes(splitBytes)))
                .isEqualTo(whole);
    }

    @Test
    void interruptIsNotReportedAsFileError() throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(directory.resolve("good.txt.gz")))) {
            out.write("a line\n".getBytes(StandardCharsets.UTF_8));
        }
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Reading.all(Sources.text(directory + "/good.txt.gz")))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void splitsLargeFilesAndPacksSmallOnes() throws IOException {
        file("a.txt", "0123456789");
        for (int i = 0; i < 5; i++) {
            file("b" + i + ".txt", "x");
        }
        assertThat(Sources.text(directory + "/*.txt").splitBytes(4).splits())
                .extracting(split -> split.description())
                .containsExactly(
                        "file '" + directory + "/a.txt', MiB 0 to 1",
                        "file '" + directory + "/a.txt', MiB 0 to 1",
                        "file '" + directory + "/a.txt', MiB 0 to 1",
                        "file '" + directory + "/b0.txt' and 3 more",
                        "file '" + directory + "/b4.txt'");
    }

    @Test
    void splitsOfThousandsOfFilesFitIntoHeader() throws Exception {
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            file(
                    String.format("%016x%016x%016x", random.nextLong(), random.nextLong(), random.nextLong()),
                    i % 2 == 0 ? "line " + i : "");
        }
        TextSource<Long, String> source = Sources.text(directory.toString());
        assertThat(source.splits())
                .allSatisfy(split -> assertThat(split.data().length).isLessThan(80 << 10))
                .hasSizeLessThan(20);
        assertThat(Reading.values(source)).hasSize(2_500).doesNotHaveDuplicates();
    }

    @Test
    void compressesPathsOfManyFiles() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            file("part-of-the-archive-" + i, "x");
        }
        assertThat(Sources.text(directory.toString()).splits().stream()
                        .mapToInt(split -> split.data().length)
                        .sum())
                .isLessThan(2_000 * 40);
    }

    @Test
    void readsLinesLongerThanTheWindow() throws Exception {
        String line = "y".repeat(3 * ByteWindow.CHUNK_BYTES + 17);
        file("a.txt", "a\n" + line + "\nb\n" + line);
        assertThat(Reading.values(Sources.text(directory + "/a.txt"))).containsExactly("a", line, "b", line);
    }

    @Test
    void detectsCompressedFilesByContent() throws Exception {
        Files.write(directory.resolve("a"), gzip("one\ntwo\n"));
        Files.write(directory.resolve("b"), Zstd.compress("three\nfour".getBytes(StandardCharsets.UTF_8)));
        file("c", "five\n");
        long second = FileSource.COMPRESSED_BYTES;
        assertThat(Reading.all(Sources.text(directory.toString()).splitBytes(2)))
                .containsExactly(
                        Map.entry(0L, "one"),
                        Map.entry(4L, "two"),
                        Map.entry(second, "three"),
                        Map.entry(second + 6, "four"),
                        Map.entry(2 * second, "five"));
    }

    @Test
    void readsConcatenatedMembersAsOneFile() throws Exception {
        Files.write(directory.resolve("a.gz"), concat(gzip("one\ntw"), gzip("o\n")));
        Files.write(
                directory.resolve("a.zst"),
                concat(Zstd.compress(new byte[] {'a', '\n', 'b'}), Zstd.compress(new byte[] {'c'})));
        assertThat(Reading.values(Sources.text(directory + "/a.gz", directory + "/a.zst")))
                .containsExactly("one", "two", "a", "bc");
    }

    /** As pzstd writes them: before each frame one without content, with the size of what follows. */
    @Test
    void acceptsZstdFileWithLeadingSkippableFrame() throws Exception {
        byte[] frame = Zstd.compress("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
        byte[] before = {0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, (byte) frame.length, 0, 0, 0};
        Files.write(directory.resolve("a"), concat(concat(before, frame), concat(before, frame)));
        assertThat(Reading.values(Sources.text(directory + "/a"))).containsExactly("one", "two", "one", "two");
    }

    @Test
    void rejectsTruncatedCompressedFile() throws Exception {
        byte[] whole = gzip("a line that is long enough to be cut\n".repeat(100));
        Files.write(directory.resolve("a.gz"), Arrays.copyOf(whole, whole.length - 10));
        assertThatThrownBy(() -> Reading.all(Sources.text(directory + "/a.gz")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("a.gz")
                .hasMessageContaining("complete");
        byte[] frame = Zstd.compress("a line\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
        Files.write(directory.resolve("a.zst"), Arrays.copyOf(frame, frame.length - 3));
        assertCorrupt("a.zst", "complete");
    }

    @Test
    void rejectsTrailingGarbageAfterGzipMember() throws Exception {
        byte[] first = gzip("one\n");
        byte[] second = gzip("two\n");
        Files.write(directory.resolve("padded.gz"), concat(concat(first, second), new byte[100_000]));
        assertThat(Reading.values(Sources.text(directory + "/padded.gz"))).containsExactly("one", "two");
        for (int length = 1; length < second.length; length++) {
            Files.write(directory.resolve("cut.gz"), concat(first, Arrays.copyOf(second, length)));
            assertCorrupt("cut.gz", "the file is truncated: it ends at byte " + (first.length + length));
        }
        byte[] damaged = second.clone();
        damaged[1]++;
        Files.write(directory.resolve("damaged.gz"), concat(first, damaged));
        assertCorrupt("damaged.gz", "the data at byte " + first.length + " is not gzip");
        damaged = second.clone();
        damaged[damaged.length - 1]++;
        Files.write(directory.resolve("length.gz"), concat(first, damaged));
        assertCorrupt("length.gz", "the checksum of the content is wrong");
    }

    @Test
    void readsBzip2AndLz4Files() throws Exception {
        String text = "one\ntwo\n".repeat(50_000);
        byte[] bzip2 = bzip2(text);
        byte[] lz4 = lz4(text);
        Files.write(directory.resolve("a.bz2"), concat(bzip2, bzip2("three\n")));
        Files.write(directory.resolve("b"), concat(lz4, lz4("four\n")));
        assertThat(Reading.values(Sources.text(directory + "/a.bz2")))
                .hasSize(100_001)
                .endsWith("two", "three");
        assertThat(Reading.values(Sources.text(directory + "/b")))
                .hasSize(100_001)
                .endsWith("two", "four");
        Files.write(directory.resolve("empty.bz2"), bzip2(""));
        assertThat(Reading.values(Sources.text(directory + "/empty.bz2"))).isEmpty();
        for (byte[] damaged : List.of(bzip2, lz4)) {
            Files.write(directory.resolve("cut"), Arrays.copyOf(damaged, damaged.length / 2));
            assertCorrupt("cut", "check whether it is complete");
            damaged[damaged.length / 2]++;
            Files.write(directory.resolve("damaged"), damaged);
            assertCorrupt("damaged", "check whether it is complete");
        }
    }

    @Test
    void asTextReadsEveryFileUnchanged() throws Exception {
        Path file = file("a", "PK\u0003\u0004\nnext\n");
        assertThat(Reading.values(Sources.text(file.toString()).asText())).containsExactly("PK\u0003\u0004", "next");
        assertThatThrownBy(() -> Sources.csv(file.toString()).splits()).hasMessageContaining("a zip archive");
        assertThat(Sources.jsonLines(file.toString()).asText().splits()).hasSize(1);
    }

    /** That of a node is none of its business. */
    @Test
    void aJobCannotReadStandardInput() {
        class OfTask implements org.sss.api.TupleSource.TupleSink<Long, String>, FileAccess {
            @Override
            public void accept(Long key, String value) {
                throw new AssertionError();
            }
        }
        TextSource<Long, String> source = Sources.text("-");
        assertThatThrownBy(() -> source.read(source.splits().get(0), new OfTask()))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("| sss group import GROUP -");
        assertThatThrownBy(() -> Sources.text("-", "-").splits()).hasMessageContaining("named twice");
    }

    /** What is inside of a compressed file is looked at like the file itself, by all readers. */
    @Test
    void rejectsContentOfCompressedFileThatIsNoText() throws Exception {
        byte[] tar = new byte[10_240];
        tar[0] = 'a';
        System.arraycopy("ustar".getBytes(StandardCharsets.UTF_8), 0, tar, 257, 5);
        Map<String, byte[]> contents = Map.of(
                "a tar archive",
                tar,
                "a gzip file",
                gzip("one\n"),
                "a bzip2 file",
                bzip2("one\n"),
                "an xz file",
                new byte[] {(byte) 0xFD, '7', 'z', 'X', 'Z', 0},
                "UTF-16 text",
                "one\n".getBytes(StandardCharsets.UTF_16LE),
                "a zip archive",
                new byte[] {'P', 'K', 3, 4});
        for (Map.Entry<String, byte[]> content : contents.entrySet()) {
            for (byte[] file : List.of(
                    gzip(content.getValue()),
                    Zstd.compress(content.getValue()),
                    bzip2(content.getValue()),
                    lz4(content.getValue()))) {
                String path = Files.write(directory.resolve("inside"), file).toString();
                for (FileSource<Long, ?, ?> source :
                        List.of(Sources.text(path), Sources.csv(path), Sources.jsonLines(path))) {
                    assertThatThrownBy(() -> Reading.all(source))
                            .isInstanceOfSatisfying(
                                    SssException.class,
                                    e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                            .hasMessageContainingAll(
                                    "file '" + path + "' has " + content.getKey() + " inside of a",
                                    "not lines of text; decompress it (");
                }
            }
        }
        Files.write(directory.resolve("s.tar.gz"), gzip(tar));
        assertThatThrownBy(() -> Sources.text(directory + "/*.gz").splits())
                .hasMessageContaining(
                        "a tar archive inside of a gzip file, not lines of text; decompress it (gzip -d), then unpack "
                                + "it (tar -xf)");
    }

    private static byte[] bzip2(String text) throws IOException {
        return bzip2(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bzip2(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] lz4(String text) throws IOException {
        return lz4(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] lz4(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new LZ4FrameOutputStream(
                bytes,
                LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB,
                LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
                LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    @Test
    void diskErrorIsNotReportedAsCorruption() {
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Input/output error");
            }
        };
        for (FileKind kind : List.of(FileKind.GZIP, FileKind.ZSTD, FileKind.BZIP2, FileKind.LZ4)) {
            assertThatThrownBy(() -> kind.decompressed(failing).read())
                    .isInstanceOfSatisfying(
                            IOException.class,
                            e -> assertThat(kind.isDamage(e)).as(kind.name()).isFalse());
        }
    }

    private void assertCorrupt(String name, String why) {
        assertThatThrownBy(() -> Reading.all(Sources.text(directory + "/" + name)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining(name)
                .hasMessageContaining(why);
    }

    @Test
    void acceptsGzipHeaderWithAllFields() throws Exception {
        byte[] plain = gzip("one\n");
        byte[] header = {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3, 2, 0, 0, 0, 'n', 0, 'c', 0};
        CRC32 check = new CRC32();
        check.update(header);
        byte[] sum = {(byte) check.getValue(), (byte) (check.getValue() >> 8)};
        byte[] rest = Arrays.copyOfRange(plain, 10, plain.length);
        byte[] whole = concat(concat(header, sum), rest);
        Files.write(directory.resolve("a.gz"), concat(whole, whole));
        assertThat(Reading.values(Sources.text(directory + "/a.gz"))).containsExactly("one", "one");
        sum[0]++;
        Files.write(directory.resolve("b.gz"), concat(concat(header, sum), rest));
        assertCorrupt("b.gz", "the checksum of the header is wrong");
    }

    @Test
    void rejectsViewsAfterTheCall() throws Exception {
        file("a.txt", "one\ntwo\n");
        List<Bytes> views = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        TextSource<Bytes, Bytes> source = Sources.text(directory + "/a.txt").as(Codecs.BYTES, Codecs.BYTES);
        source.read(source.splits().get(0), (key, value) -> {
            views.add(value);
            lines.add(Codecs.LONG.decode(key.array(), key.offset(), key.length()) + " " + value);
        });
        assertThat(lines).containsExactly("0 one", "4 two");
        assertThatThrownBy(() -> views.get(0).length())
                .isInstanceOf(SssException.class)
                .hasMessageContaining("after it became invalid");
    }

    @Test
    void rejectsOtherTypesOfLines() {
        assertThatThrownBy(() -> Sources.text("f").as(Codecs.STRING, Codecs.STRING))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("not (string, string)");
    }

    @Test
    void globsFindFilesInSubdirectories() throws Exception {
        Files.createDirectories(directory.resolve("x/y"));
        file("x/1.log", "1");
        file("x/y/2.log", "2");
        file("x/y/.3.log", "3");
        file("x/4.txt", "4");
        assertThat(Reading.values(Sources.text(directory + "/**.log"))).containsExactly("1", "2");
        assertThat(Reading.values(Sources.text(directory + "/*/*.{log,txt}"))).containsExactly("1", "4");
        assertThat(Reading.values(Sources.text(directory + "/x"))).containsExactly("1", "4");
    }

    @Test
    void findsFileWithStarInName() throws Exception {
        file("a*", "star");
        file("ab", "other");
        assertThat(Reading.values(Sources.text(directory + "/a*"))).containsExactly("star");
    }

    @Test
    void reportsArgumentWithoutFile() {
        assertRefused(ErrorCode.NOT_FOUND, directory + "/no.txt", "does not exist");
        assertRefused(ErrorCode.NOT_FOUND, directory + "/*.txt", "no file matches");
        assertRefused(ErrorCode.NOT_FOUND, directory + "/no/such/*.txt", "no file matches");
        assertRefused(ErrorCode.NOT_FOUND, directory.toString(), "no file matches");
        assertRefused(ErrorCode.INVALID_ARGUMENT, directory + "/[a", "cannot be listed");
    }

    private static void assertRefused(ErrorCode code, String path, String why) {
        assertThatThrownBy(() -> Sources.text(path).splits())
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(path)
                .hasMessageContaining(why);
    }

    @Test
    void reportsTruncatedOrMissingFile() throws Exception {
        Path file = file("a.txt", "one\ntwo\n");
        TextSource<Long, String> source = Sources.text(file.toString());
        var split = source.splits().get(0);
        Files.writeString(file, "one");
        assertThatThrownBy(() -> source.read(split, (key, value) -> {}))
                .hasMessageContaining("has 3 bytes")
                .hasMessageContaining("it had 8");
        Files.delete(file);
        assertThatThrownBy(() -> source.read(split, (key, value) -> {}))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("does not exist on the node of this task");
    }

    @Test
    void emptyFileHasNoLines() throws Exception {
        file("a.txt", "");
        Files.write(directory.resolve("b.gz"), gzip(""));
        assertThat(Reading.all(Sources.text(directory + "/a.txt", directory + "/b.gz")))
                .isEmpty();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private static byte[] gzip(String text) throws IOException {
        return gzip(text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
