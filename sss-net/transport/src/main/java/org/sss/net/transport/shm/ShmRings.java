package org.sss.net.transport.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingMemory;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingShape;

/**
 * Makes and opens files that two processes map. Files of which a process was killed before it had deleted the name are
 * deleted later by another one. Thread-safe.
 */
public final class ShmRings implements RingProvider {
    /** Where Linux has files in memory. */
    public static final Path DIRECTORY = Path.of("/dev/shm");
    /** Names this transport in settings and messages. */
    public static final String TRANSPORT = "shm";

    private static final Logger LOG = LoggerFactory.getLogger(ShmRings.class);
    private static final String PREFIX = "sss-ring-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{32}");
    private static final int NAME_BYTES = PREFIX.length() + 32;
    private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-------");
    /** Wire-up takes milliseconds. */
    private static final Duration STALE = Duration.ofMinutes(1);

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path directory;
    private final int ownUid;

    private ShmRings(Path directory, int ownUid) {
        this.directory = directory;
        this.ownUid = ownUid;
    }

    /**
     * Opens the directory and deletes files of processes that were killed.
     *
     * @param directory in memory, {@link #DIRECTORY}
     * @param shape of the rings for which there must be room
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the remedy, if rings cannot be made there
     */
    public static ShmRings open(Path directory, RingShape shape) {
        if (!Files.isDirectory(directory)) {
            throw unusable(directory + " does not exist", null);
        }
        Path probe = directory.resolve(randomName());
        try {
            long free = Files.getFileStore(directory).getUsableSpace();
            if (free < ShmMemory.bytes(shape)) {
                throw unusable(tooSmall(directory, free, shape), null);
            }
            Files.createFile(probe, PosixFilePermissions.asFileAttribute(MODE));
            ShmRings rings = new ShmRings(directory, uid(probe));
            Files.delete(probe);
            rings.deleteStale();
            return rings;
        } catch (IOException | UnsupportedOperationException e) {
            throw unusable("no file can be made in " + directory + " (" + e + ")", e);
        }
    }

    private static SssException unusable(String why, Exception cause) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "shared memory cannot be used: " + why + "; mount a tmpfs there, in a"
                        + " container with --shm-size=1g or so, or set net.transport = tcp",
                cause);
    }

    private static String tooSmall(Path directory, long free, RingShape shape) {
        return directory + " has " + (free >> 20) + " MiB free, and the rings of one connection need "
                + (ShmMemory.bytes(shape) >> 20) + " MiB";
    }

    @Override
    public String name() {
        return TRANSPORT;
    }

    @Override
    public Offer offer(RingShape shape) {
        String name = randomName();
        byte[] nonce = new byte[ShmMemory.NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        Path file = directory.resolve(name);
        boolean whole = false;
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(MODE));
            OfferedFile offer = new OfferedFile(
                    file, description(name, nonce), ShmMemory.create(file, channel, shape, nonce, () -> delete(file)));
            whole = true;
            return offer;
        } catch (IOException e) {
            throw unusable(
                    "a file of " + (ShmMemory.bytes(shape) >> 20) + " MiB cannot be made in " + directory + " ("
                            + e.getMessage() + ")",
                    e);
        } finally {
            if (!whole) {
                delete(file);
            }
        }
    }

    private static String randomName() {
        byte[] random = new byte[16];
        RANDOM.nextBytes(random);
        return PREFIX + HexFormat.of().formatHex(random);
    }

    private static byte[] description(String name, byte[] nonce) {
        return ByteBuffer.allocate(NAME_BYTES + nonce.length)
                .put(name.getBytes(StandardCharsets.US_ASCII))
                .put(nonce)
                .array();
    }

    private record OfferedFile(Path file, byte[] description, RingMemory memory) implements Offer {
        @Override
        public void taken(byte[] answer) {
            delete(file);
        }
    }

    @Override
    public boolean reachesOtherMachines() {
        return false;
    }

    @Override
    public void close() {
        // Each memory has its own file.
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("Cannot delete {}", file, e);
        }
    }

    @Override
    public CompletionStage<Accepted> accept(RingShape shape, byte[] description) {
        try {
            return CompletableFuture.completedStage(new Accepted(open(shape, description), new byte[0]));
        } catch (SssException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /**
     * Maps the file that a peer offers.
     *
     * @throws SssException if it cannot be opened here, or is not what a peer may offer
     */
    RingMemory open(RingShape shape, byte[] description) {
        if (description.length != NAME_BYTES + ShmMemory.NONCE_BYTES) {
            throw refused("its description has " + description.length + " bytes");
        }
        String name = new String(description, 0, NAME_BYTES, StandardCharsets.US_ASCII);
        if (!NAME.matcher(name).matches()) {
            throw refused("its name is not that of a ring");
        }
        Path file = directory.resolve(name);
        try {
            checkAttributes(file, ShmMemory.bytes(shape));
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            boolean whole = false;
            try {
                byte[] nonce = new byte[ShmMemory.NONCE_BYTES];
                System.arraycopy(description, NAME_BYTES, nonce, 0, nonce.length);
                if (!MessageDigest.isEqual(ShmMemory.nonce(channel), nonce)) {
                    throw refused("it has another nonce");
                }
                RingMemory memory = ShmMemory.open(file, channel, shape);
                whole = true;
                return memory;
            } finally {
                if (!whole) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw refused(
                    "it cannot be opened here, so that node is on another machine or in another container (" + e + ")");
        }
    }

    private void checkAttributes(Path file, long bytes) throws IOException {
        Map<String, Object> found =
                Files.readAttributes(file, "unix:isRegularFile,uid,permissions,size", LinkOption.NOFOLLOW_LINKS);
        if (!found.get("isRegularFile").equals(true)
                || !found.get("permissions").equals(MODE)) {
            throw refused("it is not a regular file of mode 0600");
        }
        if (!found.get("uid").equals(ownUid)) {
            throw refused("it belongs to user " + found.get("uid") + ", and this process to " + ownUid);
        }
        if (!found.get("size").equals(bytes)) {
            throw refused("it has " + found.get("size") + " bytes instead of " + bytes);
        }
    }

    private static SssException refused(String why) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "the file of the ring is refused: " + why);
    }

    private static int uid(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private void deleteStale() throws IOException {
        FileTime limit = FileTime.from(Instant.now().minus(STALE));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path file : files) {
                if (isStale(file, limit)) {
                    LOG.info("Deleting {}, which a killed process has left", file);
                    delete(file);
                }
            }
        }
    }

    private boolean isStale(Path file, FileTime limit) {
        try {
            return NAME.matcher(file.getFileName().toString()).matches()
                    && uid(file) == ownUid
                    && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                                    .compareTo(limit)
                            < 0;
        } catch (IOException e) {
            return false; // deleted in the meantime
        }
    }
}
