package org.sss.io.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Detects files by their first bytes: compressed files, which are decompressed, and files without lines, which are
 * rejected. What is inside of a compressed file is looked at like the file itself. Stateless.
 */
public final class FileMagic {
    /** The header of tar. */
    public static final int HEAD_BYTES = 512;

    /** In which the first bytes of the content are. */
    private static final int COMPRESSED_HEAD_BYTES = 256 << 10;

    private static final int TAR_OFFSET = 257;
    private static final int TAR_SUM_OFFSET = 148;
    private static final int TAR_SUM_END = 156;
    private static final String AS_CSV = "write it as CSV or JSON Lines first";

    /** A format that has no lines. */
    private record Format(String name, String remedy) {}

    /**
     * @param magic  first bytes, as ISO 8859-1
     * @param letters whether a text can start with the magic: the file must then also have control characters
     */
    private record Refused(String magic, boolean letters, Format format) {
        boolean matches(byte[] head) {
            return starts(head, 0, magic) && (!letters || isBinary(head));
        }
    }

    private static final List<Refused> REFUSED = List.of(
            refused("\u00fd7zXZ\0", "an xz file", "decompress it first (xz -d)"),
            refused("]\0\0", "an lzma file", "decompress it first (xz -d --format=lzma)"),
            refused("LZIP\u0001", "an lzip file", "decompress it first (lzip -d)"),
            letters("x\u0001", "zlib data", "decompress it first (zlib-flate -uncompress)"),
            letters("x^", "zlib data", "decompress it first (zlib-flate -uncompress)"),
            letters("x\u009c", "zlib data", "decompress it first (zlib-flate -uncompress)"),
            letters("x\u00da", "zlib data", "decompress it first (zlib-flate -uncompress)"),
            refused("\u00ff\u0006\0\0sNaPpY", "a snappy file", "decompress it first (snzip -d)"),
            refused("\u0089LZO", "an lzop file", "decompress it first (lzop -d)"),
            refused("\u001f\u009d", "a file of compress", "decompress it first (uncompress)"),
            refused("\u0002!L\u0018", "an lz4 file of the legacy format", "decompress it first (lz4 -d)"),
            refused("PK\u0003\u0004", "a zip archive", "unpack it first (unzip), or save a workbook as CSV"),
            refused("PK\u0005\u0006", "an empty zip archive", "name the files themselves"),
            refused("7z\u00bc\u00af'\u001c", "a 7z archive", "unpack it first (7z x)"),
            refused("Rar!\u001a\u0007", "a rar archive", "unpack it first (unrar x)"),
            letters("PAR1", "a Parquet file", AS_CSV + ", for example with DuckDB"),
            letters("ORC", "an ORC file", AS_CSV),
            letters("ARROW1", "an Arrow file", AS_CSV),
            refused("Obj\u0001", "an Avro file", "write it as JSON Lines first (avro-tools tojson)"),
            letters("SEQ", "a Hadoop sequence file", "write it as text first (hadoop fs -text)"),
            refused(
                    "SQLite format 3\0",
                    "an SQLite database",
                    "export its tables first (sqlite3 -csv FILE 'select * from TABLE')"),
            refused("\u0089HDF\r\n\u001a\n", "an HDF5 file", AS_CSV),
            refused(
                    "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1",
                    "an Excel workbook or another Office file",
                    "save it as CSV first"));

    private FileMagic() {}

    private static Refused refused(String magic, String name, String remedy) {
        return new Refused(magic, false, new Format(name, remedy));
    }

    private static Refused letters(String magic, String name, String remedy) {
        return new Refused(magic, true, new Format(name, remedy));
    }

    /** Opens a file at its start. */
    @FunctionalInterface
    public interface Content {
        /** @param bytes how many are read at most */
        InputStream open(long bytes) throws IOException;
    }

    /**
     * Returns the compression of a file.
     *
     * @param what the file, for error messages
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a file that has no lines to read, as it is or after
     *     decompression. What is inside of others than gzip files is checked by {@link #checkContent} when they are
     *     read: that takes a native library, or the time of a whole block
     */
    public static FileKind kindOf(String what, Content file) throws IOException {
        FileKind kind;
        try (InputStream in = file.open(HEAD_BYTES)) {
            kind = kindOf(what, in.readNBytes(HEAD_BYTES));
        }
        if (kind == FileKind.GZIP) {
            checkContent(what, file, kind);
        }
        return kind;
    }

    /**
     * Returns the compression of a file.
     *
     * @param head its first bytes
     * @param what the file, for error messages
     */
    public static FileKind kindOf(String what, byte[] head) {
        for (FileKind kind : FileKind.values()) {
            if (kind.matches(head)) {
                return kind;
            }
        }
        refused(head).ifPresent(format -> {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    what + " is " + format.name() + ", not lines of text; " + format.remedy()
                            + ", or read its bytes unchanged (--as-text, asText() of a source)");
        });
        return FileKind.PLAIN;
    }

    private static void checkContent(String what, Content file, FileKind kind) throws IOException {
        try (InputStream in = kind.decompressed(file.open(COMPRESSED_HEAD_BYTES))) {
            checkContent(what, kind, in.readNBytes(HEAD_BYTES));
        } catch (IOException e) {
            if (!kind.isDamage(e)) {
                throw e;
            }
            // Reported when the file is read.
        }
    }

    /**
     * Checks what is inside of a compressed file.
     *
     * @param head the first bytes of the content
     * @param what the file, for error messages
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for content that has no lines to read
     */
    public static void checkContent(String what, FileKind kind, byte[] head) {
        for (FileKind inner : FileKind.values()) {
            if (inner.matches(head)) {
                throw inside(what, kind, new Format(inner.title(), "decompress it once more"));
            }
        }
        refused(head).ifPresent(format -> {
            throw inside(what, kind, format);
        });
    }

    private static SssException inside(String what, FileKind kind, Format format) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                what + " has " + format.name() + " inside of " + kind.title()
                        + ", not lines of text; decompress it (" + kind.tool() + "), then "
                        + format.remedy().replaceFirst(" first", "")
                        + ", or read the decompressed bytes unchanged (--as-text, asText() of a source)");
    }

    private static Optional<Format> refused(byte[] head) {
        if (isTar(head)) {
            return Optional.of(new Format("a tar archive", "unpack it first (tar -xf)"));
        }
        return REFUSED.stream()
                .filter(refused -> refused.matches(head))
                .map(Refused::format)
                .findFirst()
                .or(() -> WideText.of(head)
                        .map(text -> new Format(
                                text.encoding() + " text",
                                "convert it to UTF-8 first (iconv -f " + text.encoding() + " -t UTF-8)")));
    }

    /** By the magic, or in old archives, which have none, by the checksum of the first header. */
    private static boolean isTar(byte[] head) {
        if (starts(head, TAR_OFFSET, "ustar")) {
            return true;
        }
        if (head.length < HEAD_BYTES || head[0] == 0) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < HEAD_BYTES; i++) {
            sum += i >= TAR_SUM_OFFSET && i < TAR_SUM_END ? ' ' : head[i] & 0xFF;
        }
        String written = new String(head, TAR_SUM_OFFSET, TAR_SUM_END - TAR_SUM_OFFSET, ISO_8859_1);
        return written.matches(" *[0-7]+[ \\x00]+") && Integer.parseInt(written.replaceAll("[ \\x00]", ""), 8) == sum;
    }

    /** @param magic as ISO 8859-1 */
    static boolean starts(byte[] head, int offset, String magic) {
        byte[] bytes = magic.getBytes(ISO_8859_1);
        if (head.length < offset + bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (head[offset + i] != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether there are control characters that do not occur in text. */
    private static boolean isBinary(byte[] head) {
        for (byte b : head) {
            if (b >= 0 && b < '\t') {
                return true;
            }
        }
        return false;
    }
}
