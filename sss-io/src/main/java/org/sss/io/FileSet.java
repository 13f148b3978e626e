package org.sss.io;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoredFile;

/** Resolves the arguments of a source to files, in the order of the arguments and by name within each. Stateless. */
final class FileSet {
    private static final StoredFile STANDARD_INPUT = new StoredFile(StandardInput.NAME, 0, "");

    private FileSet() {}

    /**
     * Returns files of the stores of this process, and the standard input.
     *
     * @throws SssException NOT_FOUND or INVALID_ARGUMENT naming the first argument without a readable file
     */
    static List<StoredFile> of(List<String> pathsOrGlobs) {
        if (pathsOrGlobs.isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "no file to read: name a file, a directory, or a glob like" + " /data/*.txt");
        }
        List<StoredFile> files = new ArrayList<>();
        for (String argument : pathsOrGlobs) {
            files.addAll(
                    StandardInput.is(argument)
                            ? List.of(STANDARD_INPUT)
                            : FileStores.ofProcess().of(argument).list(argument));
        }
        if (files.stream().filter(FileSet::isStandardInput).count() > 1) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "'-' (standard input) is named twice, but can be read once only");
        }
        return files;
    }

    static boolean isStandardInput(StoredFile file) {
        return file.path().equals(StandardInput.NAME);
    }
}
