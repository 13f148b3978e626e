package org.sss.benchmarks.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Cleanup;
import org.sss.benchmarks.measure.DiskSpace;

/** Retains inputs, so that each is made once. Several processes may use one directory. Immutable. */
public record InputDirectory(Path path) {
    private static final int BUFFER_BYTES = 1 << 20;

    /**
     * The file of the generator, made now if it is not there.
     *
     * @param progress gets a line for each file
     * @throws SssException STORAGE when there is no room for it
     */
    public Path file(Generator generator, Consumer<String> progress) throws IOException {
        Files.createDirectories(path);
        Path file = path.resolve(generator.fileName());
        if (!Files.exists(file)) {
            DiskSpace.checkRoom(
                    path, generator.bytes(), "input " + generator.fileName(), "name another directory with --data");
            progress.accept("making " + file);
            make(generator, file);
        }
        return file;
    }

    private void make(Generator generator, Path file) throws IOException {
        Path unfinished = Files.createTempFile(path, "unfinished-", ".tmp");
        // Also after Ctrl-C: it may be large, and its name is never used again.
        Cleanup.Entry cleanup = Cleanup.atExit(() -> unfinished.toFile().delete());
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), BUFFER_BYTES)) {
                generator.write(out);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            cleanup.run();
        }
    }
}
