package org.sss.client.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs files so that equal content gives equal bytes: entries sorted, times fixed. Stateless. */
final class DirectoryJar {
    /** The earliest time of the format, as local time, so that the zone does not matter. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private DirectoryJar() {}

    /** Opens a file by its name in the jar. */
    interface Content {
        InputStream open(String name) throws IOException;
    }

    static void write(Path directory, OutputStream out) throws IOException {
        Path real = directory.toRealPath();
        Map<String, Path> files = new LinkedHashMap<>();
        sortedFiles(real)
                .forEach(file -> files.put(real.relativize(file).toString().replace('\\', '/'), file));
        write(files.keySet(), name -> Files.newInputStream(files.get(name)), out);
    }

    /** @param names in the order in which they are written */
    static void write(Collection<String> names, Content content, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.setLevel(Deflater.BEST_SPEED);
        for (String name : names) {
            ZipEntry entry = new ZipEntry(name);
            entry.setTimeLocal(TIME);
            zip.putNextEntry(entry);
            try (InputStream in = content.open(name)) {
                in.transferTo(zip);
            }
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
