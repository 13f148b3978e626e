package org.sss.io;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Detects files by their first bytes: compressed files, which are decompressed, and files without lines, which are
 * rejected. Stateless.
 */
final class FileMagic {
    /** Up to the magic of tar. */
    private static final int HEAD_BYTES = 512;
    private static final int TAR_OFFSET = 257;
    private static final String ENCODING = "convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)";

    /**
     * @param magic  first bytes, as ISO 8859-1
     * @param letters whether a text can start with the magic: the file must then also have control characters
     */
    private record Refused(String magic, int offset, boolean letters, String name, String remedy) {
        boolean matches(byte[] head) {
            return starts(head, offset, magic) && (!letters || isBinary(head));
        }
    }

    private static final List<Refused> REFUSED = List.of(
            refused("\u00fd7zXZ\0", "an xz file", "decompress it first (xz -d)"),
            refused("\u00ff\u0006\0\0sNaPpY", "a snappy file", "decompress it first (snzip -d)"),
            refused("\u0089LZO", "an lzop file", "decompress it first (lzop -d)"),
            refused("\u001f\u009d", "a file of compress", "decompress it first (uncompress)"),
            refused("\u0002!L\u0018", "an lz4 file of the legacy format", "decompress it first (lz4 -d)"),
            refused("PK\u0003\u0004", "a zip archive", "unpack it first (unzip)"),
            refused("PK\u0005\u0006", "an empty zip archive", "name the files themselves"),
            refused("7z\u00bc\u00af'\u001c", "a 7z archive", "unpack it first (7z x)"),
            refused("Rar!\u001a\u0007", "a rar archive", "unpack it first (unrar x)"),
            new Refused("ustar", TAR_OFFSET, false, "a tar archive", "unpack it first (tar -xf)"),
            new Refused("PAR1", 0, true, "a Parquet file", "write it as CSV or JSON Lines first, for example with DuckDB"),
            new Refused("ORC", 0, true, "an ORC file", "write it as CSV or JSON Lines first"),
            refused("Obj\u0001", "an Avro file", "write it as JSON Lines first (avro-tools tojson)"),
            new Refused("SEQ", 0, true, "a Hadoop sequence file", "write it as text first (hadoop fs -text)"),
            refused("\u00ff\u00fe", "UTF-16 text", ENCODING),
            refused("\u00fe\u00ff", "UTF-16 text", ENCODING));

    private FileMagic() {
    }

    private static Refused refused(String magic, String name, String remedy) {
        return new Refused(magic, 0, false, name, remedy);
    }

    /**
     * Returns the compression of the file.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a file that has no lines to read
     */
    static FileKind kindOf(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD_BYTES);
        }
        for (FileKind kind : FileKind.values()) {
            if (kind.matches(head)) {
                return kind;
            }
        }
        for (Refused refused : REFUSED) {
            if (refused.matches(head)) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' is " + refused.name() + ", not lines of text; "
                        + refused.remedy() + ", or read its bytes unchanged (--as-text, asText() of a source)");
            }
        }
        return FileKind.PLAIN;
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
