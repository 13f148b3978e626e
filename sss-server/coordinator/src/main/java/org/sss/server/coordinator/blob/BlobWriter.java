package org.sss.server.coordinator.blob;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Writes the content of one blob. One thread at a time. Closing it before {@link #commit} deletes what was written. */
public final class BlobWriter implements AutoCloseable {
    private final BlobStore store;
    private final String id;
    private final Path temp;
    private final MessageDigest digest = BlobId.sha256();
    private final OutputStream out;
    private long bytes;
    /** The first failed write, after which the content of the file is unknown, or null. */
    private IOException broken;

    private boolean closed;

    BlobWriter(BlobStore store, String id, Path temp) {
        this.store = store;
        this.id = id;
        this.temp = temp;
        try {
            out = new DigestOutputStream(Files.newOutputStream(temp), digest);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} beyond the size of the whole store */
    public void write(byte[] source, int offset, int length) {
        store.checkSize(id, bytes + length);
        store.addPart(length);
        bytes += length;
        try {
            out.write(source, offset, length);
        } catch (IOException e) {
            broken = broken == null ? e : broken;
            throw failed(e);
        }
    }

    /**
     * Makes the blob visible.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if the hash of the content differs from its name; {@link
     *     ErrorCode#STORAGE} if a write has failed
     */
    public void commit() {
        if (broken != null) {
            throw failed(broken);
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(id)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "blob " + id + " arrived with " + bytes + " bytes whose SHA-256 is " + found + "; send it again");
        }
        try {
            out.close();
            Files.move(temp, store.path(id), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw failed(e);
        }
        store.written(id, bytes);
    }

    private SssException failed(IOException e) {
        return new SssException(ErrorCode.STORAGE, "cannot store blob " + id + " in " + temp.getParent() + ": " + e, e);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            store.removePart(bytes);
        }
        try {
            try (out) {
                Files.deleteIfExists(temp);
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
