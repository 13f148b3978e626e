package org.sss.kvs.library;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What went wrong in a store file. Immutable. Names without a group below are Tokyo Cabinet's {@code TCE...} codes. */
public enum KvsError {
    SUCCESS(0, "success"),
    THREAD(1, "the file is already open in this process under this path"),
    INVALID(2, "invalid operation (the library rejects calls after an earlier error)"),
    NOFILE(3, "file not found"),
    NOPERM(4, "no permission"),
    META(5, "not a B+tree file, or its header is damaged or the file too short"),
    RHEAD(6, "a record header in the file is damaged"),
    OPEN(7, "the file cannot be opened"),
    CLOSE(8, "the file cannot be closed"),
    TRUNC(9, "the file cannot be cut to its size"),
    SYNC(10, "the file cannot be synced to the disk"),
    STAT(11, "not a regular file"),
    SEEK(12, "seek error"),
    READ(13, "read error"),
    WRITE(14, "write error"),
    MMAP(15, "the file's header cannot be mapped into memory"),
    LOCK(16, "the file is locked by another process"),
    UNLINK(17, "the file cannot be deleted"),
    RENAME(18, "the file cannot be renamed"),
    MKDIR(19, "the directory cannot be created"),
    RMDIR(20, "the directory cannot be removed"),
    KEEP(21, "exists already"),
    NOREC(22, "no such record"),
    OVERFLOW(23, "too large"),
    MISC(9999, "a page of the tree is missing or damaged"),

    /** Codes of the C sources of this package; native/kvs.h has the same numbers. */
    NOT_CLOSED(1000, "was not closed properly: its writer was killed or is still writing"),
    WRITE_FAILED(1001, "a write to it failed before it was closed"),
    BAD_FRAME(1002, "the buffer does not hold whole records [u32 keyLen][u32 valueLen][key][value]"),
    BAD_BUFFER(1003, "not a direct buffer, or positions outside of it"),

    /** Codes of the Java classes of this package. */
    CLOSED(1100, "is closed"),
    LIBRARY(1101, "the native library cannot be loaded"),
    DAMAGED(1102, "its structure is damaged"),
    IO(1103, "input/output error");

    private static final Map<Integer, KvsError> BY_CODE =
            Arrays.stream(values()).collect(Collectors.toMap(KvsError::code, Function.identity()));

    private final int code;
    private final String description;

    KvsError(int code, String description) {
        this.code = code;
        this.description = description;
    }

    /** The library's number, or one of this package's own from 1000 to 1199. */
    public int code() {
        return code;
    }

    /** One plain clause for a message. */
    public String description() {
        return description;
    }

    /** The error with this number; {@link #MISC} for a number that is not known. */
    static KvsError of(int code) {
        return BY_CODE.getOrDefault(code, MISC);
    }
}
