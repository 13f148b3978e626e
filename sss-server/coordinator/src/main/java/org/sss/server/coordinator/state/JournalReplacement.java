package org.sss.server.coordinator.state;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A new file that replaces a journal. One thread.
 *
 * <pre>
 *   write: FILE.new is on the disk --move--> it has the name --syncName--> it has the name after a crash too
 * </pre>
 *
 * All resources are acquired before the move: a failure before it leaves the journal unchanged.
 */
final class JournalReplacement implements AutoCloseable {
    private final Path file;
    private final Path temp;
    private final FileChannel directory;
    private FileChannel content;
    private long bytes;
    private boolean inPlace;
    private boolean handedOver;

    private JournalReplacement(Path file) throws IOException {
        this.file = file;
        temp = file.resolveSibling(file.getFileName() + ".new");
        Path parent = file.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        try (FileChannel grandparent = FileChannel.open(parent.getParent(), StandardOpenOption.READ)) {
            grandparent.force(true);
        }
        directory = FileChannel.open(parent, StandardOpenOption.READ);
    }

    /** Writes {@code texts} to a file next to {@code file}; deletes it on failure. */
    static JournalReplacement write(Path file, Iterable<String> texts) throws IOException {
        JournalReplacement next = new JournalReplacement(file);
        try {
            next.fill(texts);
            return next;
        } catch (IOException | RuntimeException | Error e) {
            try (next) {
                throw e;
            }
        }
    }

    private void fill(Iterable<String> texts) throws IOException {
        // Lines are only appended, so an incomplete file of an earlier replacement is deleted first.
        Files.deleteIfExists(temp);
        content = FileChannel.open(
                temp, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        for (String text : texts) {
            Journal.writeFully(content, Journal.line(text));
        }
        content.force(true);
        bytes = content.size();
    }

    void move() throws IOException {
        try {
            Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            inPlace = true;
        } finally {
            inPlace |= Files.notExists(temp);
        }
    }

    void syncName() throws IOException {
        directory.force(true);
    }

    /** True if the file has the name of the journal. */
    boolean isInPlace() {
        return inPlace;
    }

    /** Returns the channel, positioned at the end of the file; the caller owns it. */
    FileChannel handOver() {
        handedOver = true;
        return content;
    }

    long bytes() {
        return bytes;
    }

    /** Deletes the file if it was not moved. */
    @Override
    public void close() throws IOException {
        try (directory;
                FileChannel own = handedOver ? null : content) {
            if (own != null && !inPlace) {
                Files.deleteIfExists(temp);
            }
        }
    }
}
