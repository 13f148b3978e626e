package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.content.FileKind;

/** Format and compression of an output file, selected by its name. Immutable. */
public final class OutputFormat {
    /** The extensions that {@link #ofName} accepts, for messages and help. */
    public static final String NAMES = ".tsv, .txt, .csv, .jsonl or .ndjson, each also with .gz or .zst; .parquet";

    /** Extensions of formats that are not written; text in such a file would mislead. */
    private static final Set<String> OTHERS = Set.of(
            ".parquet",
            ".orc",
            ".avro",
            ".arrow",
            ".feather",
            ".json",
            ".xml",
            ".html",
            ".xls",
            ".xlsx",
            ".ods",
            ".db",
            ".sqlite",
            ".npy",
            ".bz2",
            ".xz",
            ".lz4",
            ".lzma",
            ".zip",
            ".tar",
            ".tgz",
            ".7z");

    private final RecordFormat format;
    private final FileKind kind;
    private final String note;

    private OutputFormat(RecordFormat format, FileKind kind, String note) {
        this.format = format;
        this.kind = kind;
        this.note = note;
    }

    /** Returns the uncompressed format, for the standard output. */
    public static OutputFormat plain(RecordFormat format) {
        return new OutputFormat(format, FileKind.PLAIN, "");
    }

    /**
     * Returns the format for the extension of a file; no extension, or an unknown one, means text, the latter with a
     * {@link #note}.
     *
     * @param wanted the requested format, or null
     * @throws SssException INVALID_ARGUMENT for an extension of another format than {@code wanted}, or, if that is
     *     null, for that of a format that is not written
     */
    public static OutputFormat ofName(String file, RecordFormat wanted) {
        String name = file.substring(file.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        FileKind kind = name.endsWith(FileKind.GZIP.suffix())
                ? FileKind.GZIP
                : name.endsWith(FileKind.ZSTD.suffix()) ? FileKind.ZSTD : FileKind.PLAIN;
        String stem = name.substring(0, name.length() - kind.suffix().length());
        String last = stem.substring(Math.max(stem.lastIndexOf('.'), 0));
        String extension = last.startsWith(".") && last.length() > 1 && !last.equals(stem) ? last : "";
        RecordFormat known = extension.isEmpty()
                ? LineFormat.TEXT
                : RecordFormats.ofName(extension)
                        .filter(format -> format.isCompressible() || kind == FileKind.PLAIN)
                        .orElse(null);
        if (wanted == null && known == null) {
            RecordFormats.checkInstalled(stem);
        }
        if (wanted == null && known == null && OTHERS.contains(extension)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "file '" + file + "' has the extension " + extension + " of a format that is not written;"
                            + " known are " + NAMES);
        }
        if (wanted != null && known != null && known != wanted && !extension.isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "file '" + file + "' has the extension " + extension + " of another format than"
                            + " the requested one; change one of them");
        }
        String note = wanted == null && known == null
                ? "the extension " + extension + " selects no format: '" + file + "' gets lines 'key TAB value'"
                        + " (known are " + NAMES + ")"
                : "";
        return new OutputFormat(wanted != null ? wanted : known != null ? known : LineFormat.TEXT, kind, note);
    }

    /** Returns a remark for the user about a format that was not selected; empty if it was. */
    public String note() {
        return note;
    }

    public RecordFormat format() {
        return format;
    }

    /** Returns the stream to write to; closing it ends the compressed content and closes {@code file}. */
    public OutputStream compressing(OutputStream file) throws IOException {
        return kind.compressing(file);
    }
}
