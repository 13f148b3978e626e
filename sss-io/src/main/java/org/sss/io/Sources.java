package org.sss.io;

import java.io.IOException;
import java.io.Serializable;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.content.FileKind;
import org.sss.io.content.FileMagic;
import org.sss.io.store.FileStore;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoredFile;

/**
 * Files as the input of a Map, without an import.
 *
 * <p>Arguments are files, directories (the files in them) and globs such as {@code /data/*.txt} or {@code /data/**}.
 * They are searched on the machine that submits the workflow and read by the nodes at the same absolute path: with
 * several machines, the files must be in a shared directory, or exist on each machine. Plain files are read in ranges
 * of 128 MiB, one task each; gzip, zstd, bzip2 and lz4 files, detected by their first bytes, by one task each; several
 * small files by one task. Files that are not text according to their first bytes (archives, Parquet, UTF-16 and so
 * on), or to those of their decompressed content, are rejected, unless {@code asText()} is set.
 *
 * <pre>{@code
 * workflow.map(Sources.text("/data/*.txt"), words, (position, line, out) -> ...);
 * }</pre>
 */
public final class Sources {
    private Sources() {}

    /**
     * Makes a value of a row of a file. Serialized with the source that calls it; called by several threads.
     *
     * @param <R> the row, valid until the call returns
     */
    @FunctionalInterface
    public interface RowFunction<R, V> extends Serializable {
        /**
         * Returns the value, or null to skip the row.
         *
         * @throws SssException INVALID_ARGUMENT for a row that cannot be converted; other errors end the reading
         */
        V apply(R row);
    }

    /** Reads lines: the key is the position in the concatenated files, the value the line without its newline. */
    public static TextSource<Long, String> text(String... pathsOrGlobs) {
        return new TextSource<>(InputFiles.of(pathsOrGlobs), Codecs.LONG, Codecs.STRING);
    }

    /** Reads records of comma-separated values with a header line: the key is the position of the record. */
    public static CsvSource<CsvRow> csv(String... pathsOrGlobs) {
        return new CsvSource<>(InputFiles.of(pathsOrGlobs), CsvFormat.DEFAULT, new CsvSource.Views());
    }

    /** Reads one JSON document per line: the key is the position of the line. Empty lines are skipped. */
    public static JsonLinesSource<JsonView> jsonLines(String... pathsOrGlobs) {
        return new JsonLinesSource<>(
                InputFiles.of(pathsOrGlobs), new JsonValues.Documents<>(new JsonValues.Unchanged()));
    }

    /**
     * Reads files of the format that the extension of the first one selects, such as {@code .parquet}.
     *
     * @throws SssException INVALID_ARGUMENT if it selects none; TYPE_MISMATCH if the format has no such tuples
     */
    public static <K, V> TupleSource<K, V> records(Codec<K> keys, Codec<V> values, String... pathsOrGlobs) {
        InputFiles files = InputFiles.of(pathsOrGlobs);
        String first =
                files.pathsOrGlobs().isEmpty() ? "" : files.pathsOrGlobs().get(0);
        RecordFormats.checkInstalled(first);
        RecordFormat format = RecordFormats.ofName(first)
                .orElseThrow(() -> new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "the extension of '" + first + "' selects no format of files; lines are read by"
                                + " Sources.text(...), other formats by a connector in ext/"));
        return new RecordSource<>(format.id(), files, keys, values);
    }

    /**
     * Returns the files that the arguments denote, in the order of the arguments and by name within each. The argument
     * {@code -} denotes the {@linkplain StandardInput standard input}, which imports read, but not jobs.
     *
     * @throws SssException NOT_FOUND or INVALID_ARGUMENT naming the first argument without a readable file
     */
    public static List<Path> files(List<String> pathsOrGlobs) {
        return FileSet.of(pathsOrGlobs).stream()
                .map(file -> Path.of(file.path()))
                .toList();
    }

    /**
     * Returns the paths of the files that the arguments denote, in any store; otherwise as {@link #files}.
     *
     * @throws SssException as {@link #files}, and if the connector of a path is not installed
     */
    public static List<String> paths(List<String> pathsOrGlobs) {
        return FileSet.of(pathsOrGlobs).stream().map(StoredFile::path).toList();
    }

    /**
     * Returns whether {@link #text} decompresses a file.
     *
     * @throws SssException INVALID_ARGUMENT for a file that is no text, such as an archive; the message has its type
     */
    public static boolean isCompressed(Path file) {
        if (StandardInput.is(file)) {
            return false; // or not yet known
        }
        return kindOf(new StoredFile(file.toString(), 0, "")) != FileKind.PLAIN;
    }

    /** @throws SssException INVALID_ARGUMENT for a file that is no text, or that cannot be read */
    static FileKind kindOf(StoredFile file) {
        FileStore store = FileStores.ofProcess().of(file.path());
        String what = "file '" + file.path() + "'";
        try {
            return FileMagic.kindOf(what, bytes -> store.open(file, 0, bytes));
        } catch (ClosedByInterruptException e) {
            throw new SssException(ErrorCode.CANCELLED, "reading " + what + " was interrupted; run it again", e);
        } catch (IOException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, what + " cannot be read: " + e, e);
        }
    }
}
