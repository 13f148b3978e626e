package org.sss.server.shuffle.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The names of the files that a node has made in a directory which others share: an empty file each, in the data
 * directory of the node. The next start of the node deletes these and no others. A copy of the data directory knows
 * that it is one, since its directory here has another inode: the files belong to the original. Thread-safe.
 *
 * <pre>
 *   DIR/held/of-DEVICE-INODE    this directory itself
 *   DIR/held/NAME               a file of this node
 * </pre>
 */
final class OwnFiles {
    private static final String OF = "of-";

    private final Path directory;

    OwnFiles(Path directory) {
        this.directory = directory;
    }

    /** Records a file before it is made. */
    synchronized void add(String name) throws IOException {
        if (Files.notExists(directory)) {
            Files.createDirectories(directory);
            Files.createFile(directory.resolve(itself()));
        }
        try {
            Files.createFile(directory.resolve(name));
        } catch (FileAlreadyExistsException e) {
            // Made again.
        }
    }

    /** Removes the record of a file that is deleted. */
    void remove(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    /** The recorded files; of a copy none, whose records are deleted. */
    synchronized List<String> all() throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.notExists(directory)) {
            return names;
        }
        try (DirectoryStream<Path> records = Files.newDirectoryStream(directory)) {
            records.forEach(record -> names.add(record.getFileName().toString()));
        }
        if (!names.remove(itself())) {
            for (String name : names) {
                remove(name);
            }
            Files.delete(directory);
            names.clear();
        }
        return names;
    }

    private String itself() throws IOException {
        return OF + Files.getAttribute(directory, "unix:dev") + "-" + Files.getAttribute(directory, "unix:ino");
    }
}
