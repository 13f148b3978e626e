package org.sss.io.store;

import java.io.IOException;
import java.nio.file.Path;
import org.sss.api.SssException;

/**
 * The files that a task may use. Contexts and tuple sinks of tasks implement it; without one, any file may be used. For
 * the task's thread.
 */
public interface FileAccess {
    FileAccess ANY = new FileAccess() {
        @Override
        public FileStores stores() {
            return FileStores.ofProcess();
        }
    };

    /** Returns the access that a context or sink of a task gives. */
    static FileAccess of(Object task) {
        return task instanceof FileAccess access ? access : ANY;
    }

    /**
     * Returns the path to read instead of {@code file}: the same file, without symbolic links.
     *
     * @throws SssException FORBIDDEN if the file may not be read
     */
    default Path readable(Path file) {
        return file;
    }

    /** @throws SssException FORBIDDEN if the file may not be created or replaced */
    default void checkWritable(Path file) {}

    /** Gives a new file or directory of a job its rights. */
    default void created(Path file) throws IOException {}

    /** Returns the stores of files of the process, whose local files are those of this access. */
    default FileStores stores() {
        return new FileStores(StoreHost.ofProcess(), this);
    }
}
