package org.sss.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.sss.api.SssException;

/**
 * Files of one kind of storage: those of the machine, or objects in buckets. Paths of other files than local ones are
 * {@code scheme://...}, which selects the store. Thread-safe.
 *
 * <p>A store reports what the user has to change as an {@link SssException} that names the file: NOT_FOUND, FORBIDDEN,
 * INVALID_ARGUMENT, ALREADY_EXISTS; and a fault that may pass as an {@link IOException}, or as STORAGE if its text is
 * complete.
 */
public interface FileStore {
    /** The end of a file, for {@link #open}. */
    long END = Long.MAX_VALUE;

    /** Returns what stands before {@code ://} in its paths, such as {@code s3}; {@code file} for local files. */
    String scheme();

    /**
     * Returns the path without a relative start and without detours, which denotes the same file on each machine.
     *
     * @throws SssException INVALID_ARGUMENT for a path that this store cannot have
     */
    String absolute(String path);

    /**
     * Returns the files that an argument denotes, by name: a file, the files in a directory, or those that match a
     * glob. Names that start with a dot must be written explicitly.
     *
     * @throws SssException NOT_FOUND if there is none
     */
    List<StoredFile> list(String argument);

    /**
     * Returns a file as it is now.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    StoredFile stat(String path) throws IOException;

    /**
     * Opens the bytes {@code [from, to)} of a file. The stream need not be buffered: callers read large chunks.
     *
     * @param file as it was listed: a file that has become shorter, or has another version, is refused
     * @param to   {@link #END} for the rest of the file
     * @throws java.nio.file.NoSuchFileException if it does not exist
     */
    InputStream open(StoredFile file, long from, long to) throws IOException;

    /**
     * Creates a file that nobody sees before it is published.
     *
     * @param creator   of the file, such as the id of a workflow: a part of temporary names
     * @param replacing whether an existing file of this name is replaced by {@link PendingFile#publish}; otherwise it
     *     is refused with ALREADY_EXISTS, here or there
     */
    PendingFile create(String path, String creator, boolean replacing) throws IOException;
}
