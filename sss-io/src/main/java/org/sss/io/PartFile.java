package org.sss.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.sss.io.content.FileKind;

/** A file that a task writes; deleted if the task ends before the file is finished. For the task's thread. */
final class PartFile implements AutoCloseable {
    private final Path file;
    private final OutputStream out;
    private boolean finished;

    private PartFile(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
    }

    /**
     * Creates a hidden file beside {@code target}. Each has a unique name: an abandoned attempt may still write to its
     * own.
     */
    static PartFile create(Path target, String workflow, FileKind kind) throws IOException {
        Path file = target.resolveSibling("." + target.getFileName() + "-" + workflow + "-" + UUID.randomUUID());
        OutputStream raw = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            return new PartFile(file, kind.compressing(raw));
        } catch (IOException | RuntimeException e) {
            raw.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    Path file() {
        return file;
    }

    OutputStream out() {
        return out;
    }

    /** Flushes all data to the disk. */
    void finish() throws IOException {
        out.close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        finished = true;
    }

    @Override
    public void close() throws IOException {
        if (!finished) {
            try {
                out.close();
            } finally {
                Files.deleteIfExists(file);
            }
        }
    }
}
