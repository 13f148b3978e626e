package org.sss.io;

import java.io.Serializable;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The files that a {@link FileSource} reads, and how they are split. Immutable.
 *
 * @param pathsOrGlobs files, directories and globs, see {@link Sources}
 * @param splitBytes   size of the ranges that plain files are split into
 * @param asText       whether files are plain text whatever their first bytes are
 */
public record InputFiles(List<String> pathsOrGlobs, long splitBytes, boolean asText) implements Serializable {
    private static final long SPLIT_BYTES = 128L << 20;

    /** @throws SssException INVALID_ARGUMENT if {@code splitBytes} is not positive */
    public InputFiles {
        if (splitBytes < 1) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "a split cannot have " + splitBytes + " bytes; use 1 MiB or" + " more");
        }
        pathsOrGlobs = List.copyOf(pathsOrGlobs);
    }

    /** Returns these files, in ranges of 128 MiB; their first bytes show whether they are compressed. */
    public static InputFiles of(String... pathsOrGlobs) {
        return new InputFiles(List.of(pathsOrGlobs), SPLIT_BYTES, false);
    }

    InputFiles splitBytes(long bytes) {
        return new InputFiles(pathsOrGlobs, bytes, asText);
    }

    InputFiles withoutDetection() {
        return new InputFiles(pathsOrGlobs, splitBytes, true);
    }
}
