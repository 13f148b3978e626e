package org.sss.kvs.library;

import java.nio.file.Path;

/** A store file could not be written or read; names the file and the error of the library. Immutable. */
public final class KvsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final KvsError error;
    private final int code;
    private final transient Path file;

    public KvsException(KvsError error, Path file, String detail) {
        this(error, error.code(), file, detail, null);
    }

    public KvsException(KvsError error, Path file, String detail, Throwable cause) {
        this(error, error.code(), file, detail, cause);
    }

    KvsException(KvsError error, int code, Path file, String detail, Throwable cause) {
        super(text(error, code, file, detail), cause);
        this.error = error;
        this.code = code;
        this.file = file;
    }

    private static String text(KvsError error, int code, Path file, String detail) {
        String where = file == null ? "" : file + ": ";
        return where + error.description() + " (" + error + " " + code + ")" + (detail.isEmpty() ? "" : "; " + detail);
    }

    public KvsError error() {
        return error;
    }

    /** The native number, also where {@link #error()} has no name for it. */
    public int code() {
        return code;
    }

    /** The file, or null when the error is not about one (and after deserialisation). */
    public Path file() {
        return file;
    }
}
