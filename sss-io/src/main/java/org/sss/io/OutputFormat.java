package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Format and compression of an output file, selected by its name. Immutable. */
public final class OutputFormat {
    /** The extensions that {@link #ofName} accepts, for messages and help. */
    public static final String NAMES = ".tsv, .txt, .csv, .jsonl or .ndjson, each also with .gz or .zst";

    private final LineFormat lines;
    private final FileKind kind;

    private OutputFormat(LineFormat lines, FileKind kind) {
        this.lines = lines;
        this.kind = kind;
    }

    /** Returns the uncompressed format, for the standard output. */
    public static OutputFormat plain(LineFormat lines) {
        return new OutputFormat(lines, FileKind.PLAIN);
    }

    /**
     * Returns the format for the extension of a file; a name without extension means text.
     *
     * @param wanted the requested format, or null
     * @throws SssException INVALID_ARGUMENT for an extension of another format than {@code wanted}, or, if that is
     *     null, for an unknown extension
     */
    public static OutputFormat ofName(String file, LineFormat wanted) {
        String name = file.substring(file.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        FileKind kind = name.endsWith(FileKind.GZIP.suffix()) ? FileKind.GZIP : name.endsWith(FileKind.ZSTD.suffix()) ? FileKind.ZSTD : FileKind.PLAIN;
        String stem = name.substring(0, name.length() - kind.suffix().length());
        String extension = stem.substring(Math.max(stem.lastIndexOf('.'), 0));
        LineFormat known = switch (extension) {
            case ".tsv", ".txt" -> LineFormat.TEXT;
            case ".csv" -> LineFormat.CSV;
            case ".jsonl", ".ndjson" -> LineFormat.JSON_LINES;
            default -> extension.startsWith(".") ? null : LineFormat.TEXT;
        };
        if (wanted == null && known == null) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' has the extension " + extension + ", for which there is no"
                    + " format; known are " + NAMES);
        }
        if (wanted != null && known != null && known != wanted && extension.startsWith(".")) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' has the extension " + extension + " of another format than"
                    + " the requested one; change one of them");
        }
        return new OutputFormat(wanted == null ? known : wanted, kind);
    }

    public LineFormat lines() {
        return lines;
    }

    /** Returns the stream to write to; closing it ends the compressed content and closes {@code file}. */
    public OutputStream compressing(OutputStream file) throws IOException {
        return kind.compressing(file);
    }
}
