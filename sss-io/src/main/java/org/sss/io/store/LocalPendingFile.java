package org.sss.io.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A hidden file beside the one that it becomes. Used by one thread at a time. */
final class LocalPendingFile implements PendingFile {
    private final Path file;
    private final OutputStream out;
    private final RenamedFile rename;

    private LocalPendingFile(Path file, Path target, OutputStream out) {
        this.file = file;
        this.out = out;
        rename = new RenamedFile(file, target);
    }

    /** Each has a unique name: an abandoned attempt may still write to its own. */
    static LocalPendingFile create(Path target, String creator) throws IOException {
        Path file = target.resolveSibling("." + target.getFileName() + "-" + creator + "-" + UUID.randomUUID());
        return new LocalPendingFile(
                file, target, Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    Path file() {
        return file;
    }

    RenamedFile rename() {
        return rename;
    }

    @Override
    public String target() {
        return rename.target();
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public void prepare() throws IOException {
        out.close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    @Override
    public void publish() throws IOException {
        rename.publish();
    }

    @Override
    public void discard() throws IOException {
        try {
            out.close();
        } finally {
            rename.discard();
        }
    }
}
