package org.sss.server.task.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.sss.io.store.FileAccess;
import org.sss.server.security.FileRoots;

/**
 * The files that tasks of a node may use. Immutable.
 *
 * @param roots directories of these files
 * @param umask rights that new files of jobs do not get, or {@link #UNCHANGED} to leave them as they are created
 */
public record JobFileAccess(FileRoots roots, int umask) implements FileAccess {
    public static final int UNCHANGED = -1;
    public static final JobFileAccess ALL = new JobFileAccess(FileRoots.ALL, UNCHANGED);
    private static final int OF_FILE = 0666;
    private static final int OF_DIRECTORY = 0777;

    @Override
    public Path readable(Path file) {
        return roots.readable(file);
    }

    @Override
    public void checkWritable(Path file) {
        roots.checkWritable(file);
    }

    @Override
    public void created(Path file) throws IOException {
        if (umask != UNCHANGED) {
            Files.setPosixFilePermissions(file, rights((Files.isDirectory(file) ? OF_DIRECTORY : OF_FILE) & ~umask));
        }
    }

    /** The constants are in the order of the bits, highest first. */
    private static Set<PosixFilePermission> rights(int mode) {
        Set<PosixFilePermission> rights = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++) {
            if ((mode >> all.length - 1 - i & 1) == 1) {
                rights.add(all[i]);
            }
        }
        return rights;
    }
}
