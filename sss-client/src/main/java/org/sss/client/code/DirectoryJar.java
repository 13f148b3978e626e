package org.sss.client.code;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a class directory so that equal content gives equal bytes: entries sorted, times fixed. Stateless. */
final class DirectoryJar {
    /** The earliest time of the format, as local time, so that the zone does not matter. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private DirectoryJar() {
    }

    static void write(Path directory, OutputStream out) throws IOException {
        Path real = directory.toRealPath();
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.setLevel(Deflater.BEST_SPEED);
        for (Path file : sortedFiles(real)) {
            ZipEntry entry = new ZipEntry(real.relativize(file).toString().replace('\\', '/'));
            entry.setTimeLocal(TIME);
            zip.putNextEntry(entry);
            Files.copy(file, zip);
            zip.closeEntry();
        }
        zip.finish();
    }

    /** Returns the files to pack, in their order; follows a symbolic link to the directory. */
    static List<Path> sortedFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory.toRealPath())) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
