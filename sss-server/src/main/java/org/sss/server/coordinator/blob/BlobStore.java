package org.sss.server.coordinator.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Blobs as files {@code DIR/<sha256>}. Thread-safe. When they exceed {@code maxBytes} together, those that were not used
 * for the longest time go, except pinned ones.
 */
public final class BlobStore {
    private static final String TEMP_SUFFIX = ".part";

    private final Path directory;
    private final long maxBytes;
    private final AtomicLong parts = new AtomicLong();
    /** Sizes, least recently used first. Guarded by this. */
    private final LinkedHashMap<String, Long> sizes = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Integer> pins = new HashMap<>();
    private long totalBytes;

    public BlobStore(Path directory, long maxBytes) {
        this.directory = directory;
        this.maxBytes = maxBytes;
        try {
            Files.createDirectories(directory);
            load();
        } catch (IOException e) {
            throw failed("open", e);
        }
    }

    private void load() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = new ArrayList<>(found.toList());
        }
        files.sort(Comparator.comparing(file -> file.toFile().lastModified()));
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(TEMP_SUFFIX)) {
                Files.delete(file);
            } else {
                added(name, Files.size(file));
            }
        }
    }

    /** Starts to store a blob. Two writers of the same blob do not disturb each other. */
    public BlobWriter write(String id) {
        BlobId.check(id);
        return new BlobWriter(this, id, directory.resolve(id + "-" + parts.incrementAndGet() + TEMP_SUFFIX));
    }

    public synchronized boolean has(String id) {
        BlobId.check(id);
        return sizes.get(id) != null;
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public Path file(String id) {
        if (!has(id)) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no blob " + id + " in " + directory
                    + "; send it with blob.put");
        }
        return path(id);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public byte[] read(String id) {
        try {
            return Files.readAllBytes(file(id));
        } catch (IOException e) {
            throw failed("read blob " + id + " from", e);
        }
    }

    /**
     * Keeps blobs until {@link #unpin}.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when one is missing; then none is pinned
     */
    public synchronized void pin(Collection<String> ids) {
        ids.forEach(this::file);
        ids.forEach(id -> pins.merge(id, 1, Integer::sum));
    }

    public synchronized void unpin(Collection<String> ids) {
        ids.forEach(id -> pins.computeIfPresent(id, (i, count) -> count == 1 ? null : count - 1));
    }

    Path path(String id) {
        return directory.resolve(id);
    }

    void checkSize(String id, long bytes) {
        if (bytes > maxBytes) {
            throw new SssException(ErrorCode.TOO_LARGE, "blob " + id + " is larger than the " + maxBytes
                    + " bytes that " + directory + " may hold");
        }
    }

    synchronized void added(String id, long bytes) {
        Long before = sizes.put(id, bytes);
        totalBytes += bytes - (before == null ? 0 : before);
        List<String> oldest = totalBytes > maxBytes ? List.copyOf(sizes.keySet()) : List.of();
        for (String candidate : oldest) {
            if (totalBytes > maxBytes && !pins.containsKey(candidate) && !candidate.equals(id)) {
                remove(candidate);
            }
        }
    }

    private void remove(String id) {
        try {
            Files.deleteIfExists(path(id));
            totalBytes -= sizes.remove(id);
        } catch (IOException e) {
            throw failed("remove blob " + id + " from", e);
        }
    }

    private SssException failed(String doing, IOException e) {
        return new SssException(ErrorCode.STORAGE, "cannot " + doing + " " + directory + ": " + e, e);
    }
}
