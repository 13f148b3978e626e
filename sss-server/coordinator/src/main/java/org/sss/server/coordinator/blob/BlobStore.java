package org.sss.server.coordinator.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Blobs as files {@code DIR/<sha256>}. Thread-safe. When they exceed {@code maxBytes} together, or are more than {@link
 * #MAX_BLOBS}, the least recently used ones are deleted, except pinned ones.
 */
public final class BlobStore {
    private static final Logger LOG = LoggerFactory.getLogger(BlobStore.class);
    /** Each job leaves one or two small ones, and a directory with very many files is slow. */
    static final int MAX_BLOBS = 10_000;

    private static final String TEMP_SUFFIX = ".part";

    private final Path directory;
    private final long maxBytes;
    private final int maxBlobs;
    private final AtomicLong parts = new AtomicLong();
    /** Sizes, least recently used first. Guarded by this. */
    private final LinkedHashMap<String, Long> sizes = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<String, Integer> pins = new HashMap<>();
    /** Blobs whose content was compared with their name, or that were written, since the store was opened. */
    private final Set<String> verified = new HashSet<>();

    private long totalBytes;
    /** Bytes of blobs that are being received. */
    private final AtomicLong partBytes = new AtomicLong();

    public BlobStore(Path directory, long maxBytes) {
        this(directory, maxBytes, MAX_BLOBS);
    }

    BlobStore(Path directory, long maxBytes, int maxBlobs) {
        this.directory = directory;
        this.maxBytes = maxBytes;
        this.maxBlobs = maxBlobs;
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

    /** Starts to store a blob. Concurrent writers of the same blob are independent. */
    public BlobWriter write(String id) {
        BlobId.check(id);
        return new BlobWriter(this, id, directory.resolve(id + "-" + parts.incrementAndGet() + TEMP_SUFFIX));
    }

    /**
     * Returns true if the blob is here, undamaged. A blob whose file has changed is deleted, so that it is sent again.
     */
    public synchronized boolean has(String id) {
        BlobId.check(id);
        return sizes.get(id) != null && (verified.contains(id) || verify(id));
    }

    private boolean verify(String id) {
        try {
            if (BlobId.of(path(id)).equals(id)) {
                return verified.add(id);
            }
            LOG.warn(
                    "Blob {} is damaged: the SHA-256 of its content differs from its name. It is deleted and fetched"
                            + " again when it is needed",
                    path(id));
        } catch (IOException e) {
            LOG.warn("Blob {} cannot be read and is fetched again when it is needed: {}", path(id), e.toString());
        }
        remove(id);
        return false;
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public Path file(String id) {
        if (!has(id)) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no blob " + id + " in " + directory + "; send it with blob.put. If it"
                            + " was just sent, other blobs have replaced it: the running workflows need more than the "
                            + maxBytes
                            + " bytes of blobs.size on this node, which you can raise, or more than " + maxBlobs
                            + " blobs");
        }
        return path(id);
    }

    /** Returns the size of a blob that is here; 0 if it is not. */
    public synchronized long bytes(String id) {
        return sizes.getOrDefault(id, 0L);
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
     * Prevents the deletion of blobs until {@link #unpin}.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if one is missing; then none is pinned
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
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "blob " + id + " is larger than the " + maxBytes + " bytes that " + directory + " may hold");
        }
    }

    /**
     * Counts received bytes of a blob. All incomplete blobs together may have as many bytes as the complete ones.
     *
     * @throws SssException {@link ErrorCode#OVERLOADED}
     */
    void addPart(int bytes) {
        if (partBytes.addAndGet(bytes) > maxBytes) {
            partBytes.addAndGet(-bytes);
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    "blobs that are being sent have more than " + maxBytes + " bytes together, the"
                            + " blobs.size of this node; try again later");
        }
    }

    void removePart(long bytes) {
        partBytes.addAndGet(-bytes);
    }

    /** Adds a blob whose content was verified while it was received. */
    synchronized void written(String id, long bytes) {
        verified.add(id);
        added(id, bytes);
    }

    private synchronized void added(String id, long bytes) {
        Long before = sizes.put(id, bytes);
        totalBytes += bytes - (before == null ? 0 : before);
        if (totalBytes > maxBytes || sizes.size() > maxBlobs) {
            removeOldest(id);
        }
    }

    /** Removes an eighth more than necessary if there are too many, so that it is not called for each further one. */
    private void removeOldest(String added) {
        int leave = sizes.size() > maxBlobs ? maxBlobs - maxBlobs / 8 : maxBlobs;
        for (String candidate : List.copyOf(sizes.keySet())) {
            if (totalBytes <= maxBytes && sizes.size() <= leave) {
                return;
            }
            if (!pins.containsKey(candidate) && !candidate.equals(added)) {
                remove(candidate);
            }
        }
    }

    private void remove(String id) {
        try {
            Files.deleteIfExists(path(id));
            totalBytes -= sizes.remove(id);
            verified.remove(id);
        } catch (IOException e) {
            throw failed("remove blob " + id + " from", e);
        }
    }

    private SssException failed(String doing, IOException e) {
        return new SssException(ErrorCode.STORAGE, "cannot " + doing + " " + directory + ": " + e, e);
    }
}
