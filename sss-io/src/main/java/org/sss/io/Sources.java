package org.sss.io;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Files as the input of a Map, without an import.
 *
 * <p>Arguments are files, directories (the files in them) and globs such as {@code /data/*.txt} or {@code /data/**}. They
 * are looked for where the workflow is submitted and read by the nodes, at the same absolute path: on several machines the
 * files must be in a shared directory, or be there on each of them. Plain files are read in ranges of 128 MiB, one task
 * each; gzip, zstd, bzip2 and lz4 files, recognised by their first bytes, by one task each; small files several by one task. Files that are
 * no text by their first bytes (archives, Parquet, UTF-16 and so on) are refused, unless {@code asText()} is set.
 *
 * <pre>{@code
 * workflow.map(Sources.text("/data/*.txt"), words, (position, line, out) -> ...);
 * }</pre>
 */
public final class Sources {
    private Sources() {
    }

    /** Lines: the key is the position in the files one after another, the value the line without its newline. */
    public static TextSource<Long, String> text(String... pathsOrGlobs) {
        return new TextSource<>(List.of(pathsOrGlobs), Codecs.LONG, Codecs.STRING, FileSource.SPLIT_BYTES, false);
    }

    /** Records of comma-separated values with a header line: the key is the position of the record. */
    public static CsvSource<CsvRow> csv(String... pathsOrGlobs) {
        return new CsvSource<>(List.of(pathsOrGlobs), CsvFormat.DEFAULT, null, FileSource.SPLIT_BYTES, false);
    }

    /** One JSON document per line: the key is the position of the line. Empty lines are left out. */
    public static JsonLinesSource<JsonView> jsonLines(String... pathsOrGlobs) {
        return new JsonLinesSource<>(List.of(pathsOrGlobs), JsonView.class, FileSource.SPLIT_BYTES, false);
    }

    /**
     * The files that such arguments name, in their order and by name within each.
     *
     * @throws SssException NOT_FOUND or INVALID_ARGUMENT naming the first argument that gives no file to read
     */
    public static List<Path> files(List<String> pathsOrGlobs) {
        return FileSet.of(pathsOrGlobs);
    }

    /**
     * Whether a file is read by {@link #text} as what it decompresses to.
     *
     * @throws SssException INVALID_ARGUMENT for a file that is no text, such as an archive; it says what it is
     */
    public static boolean isCompressed(Path file) {
        try {
            return FileMagic.kindOf(file) != FileKind.PLAIN;
        } catch (IOException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' cannot be read: " + e, e);
        }
    }

    static long checkedSplitBytes(long bytes) {
        if (bytes < 1) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a split of " + bytes + " bytes is none; use 1 MiB or more");
        }
        return bytes;
    }
}
