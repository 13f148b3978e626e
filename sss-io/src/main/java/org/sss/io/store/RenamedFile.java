package org.sss.io.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.sss.api.TaskContext.Publication;

/** A written file that is renamed to its target, which it replaces. Used by one thread at a time. */
public final class RenamedFile implements Publication {
    private final Path file;
    private final Path target;
    private boolean published;

    /** @param file in the same file system as the target */
    public RenamedFile(Path file, Path target) {
        this.file = file;
        this.target = target;
    }

    /** Returns how a result becomes visible by a rename; empty if another way is needed. */
    public static Optional<RenamedFile> of(Publication result) {
        if (result instanceof LocalPendingFile pending) {
            return Optional.of(pending.rename());
        }
        return result instanceof RenamedFile renamed ? Optional.of(renamed) : Optional.empty();
    }

    /** Returns the file under its temporary name. */
    public Path file() {
        return file;
    }

    @Override
    public String target() {
        return target.toAbsolutePath().normalize().toString();
    }

    @Override
    public void prepare() {
        // The caller has written it.
    }

    @Override
    public void publish() throws IOException {
        if (!published) {
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            published = true;
        }
    }

    @Override
    public void discard() throws IOException {
        Files.deleteIfExists(file);
        if (published) {
            Files.deleteIfExists(target);
        }
    }
}
