package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A directory in which nothing can be created, renamed or deleted until this is closed: by permissions, which do not
 * bind root, or by mounting it over itself read-only, which only root can. Not thread-safe.
 */
public record ReadOnly(Path directory, boolean isMounted) implements AutoCloseable {

    public static ReadOnly make(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        boolean bound = Files.isWritable(directory)
                && TinyFileSystem.run("mount", "--bind", directory.toString(), directory.toString());
        if (bound) {
            TinyFileSystem.run("mount", "-o", "remount,bind,ro", directory.toString());
        }
        return new ReadOnly(directory, bound);
    }

    public boolean isEffective() {
        return !Files.isWritable(directory);
    }

    @Override
    public void close() throws IOException {
        // lazily, since a server may have files open for reading
        if (isMounted && !TinyFileSystem.run("umount", "--lazy", directory.toString())) {
            throw new IOException("cannot unmount " + directory);
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
