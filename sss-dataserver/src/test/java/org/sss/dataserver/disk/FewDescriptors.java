package org.sss.dataserver.disk;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM of its own, which may have few files open: it loads a file when they all are, and again when they are closed.
 * Argument: the file.
 */
public final class FewDescriptors {
    private FewDescriptors() {}

    public static void main(String[] arguments) throws IOException {
        Path path = Path.of(arguments[0]);
        int bytes = (int) Files.size(path);
        try (DataFile file = DataFile.open(path)) {
            List<FileInputStream> open = openAll(path);
            String without = load(file, bytes);
            for (FileInputStream each : open) {
                each.close();
            }
            System.out.println("SAID " + without);
            System.out.println("SAID " + load(file, bytes));
        }
    }

    private static List<FileInputStream> openAll(Path path) {
        List<FileInputStream> open = new ArrayList<>();
        try {
            while (true) {
                open.add(new FileInputStream(path.toFile()));
            }
        } catch (IOException e) {
            return open;
        }
    }

    private static String load(DataFile file, int bytes) {
        try {
            file.load(0, bytes);
            return "loaded";
        } catch (IOException | LinkageError e) {
            return e.toString();
        }
    }
}
