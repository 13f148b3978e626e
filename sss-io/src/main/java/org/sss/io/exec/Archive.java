package org.sss.io.exec;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.ZstdLibrary;

/**
 * Unpacks a tar file, also compressed, or a zip file into a directory of its own. Nothing is written outside of it, and
 * no link leads out of it; size and number of files are bounded. For one thread, one use.
 */
final class Archive {
    static final long MAX_BYTES = 2L << 30;
    static final int MAX_FILES = 100_000;
    private static final byte[] ZIP = {'P', 'K', 3, 4};
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] BZIP2 = {'B', 'Z', 'h'};
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final int MODES = 0777;
    private static final int OWNER_ALL = 0700;

    private final Path root;
    private final byte[] buffer = new byte[64 << 10];
    /** Made last, so that no file is written through one. */
    private final Map<Path, String> links = new LinkedHashMap<>();

    private final Map<Path, Integer> directories = new LinkedHashMap<>();
    private long bytes;
    private int files;

    private Archive(Path root) {
        this.root = root;
    }

    /** @throws SssException INVALID_ARGUMENT if this is no archive that can be unpacked */
    static void check(Path file, byte[] content) {
        try {
            if (isZip(content)) {
                return;
            }
            try (InputStream in = decompressed(content)) {
                byte[] head = in.readNBytes(TarReader.BLOCK);
                if (head.length == TarReader.BLOCK
                        && new String(head, TarReader.MAGIC_AT, TarReader.MAGIC.length(), US_ASCII)
                                .equals(TarReader.MAGIC)) {
                    return;
                }
            }
        } catch (IOException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' cannot be unpacked: " + e, e);
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "file '" + file + "' is no archive: expected .tar, .tar.gz, .tar.zst, .tar.bz2 or .zip");
    }

    private static boolean isZip(byte[] content) {
        return starts(content, ZIP);
    }

    private static boolean starts(byte[] content, byte[] magic) {
        return content.length >= magic.length && Arrays.equals(content, 0, magic.length, magic, 0, magic.length);
    }

    private static InputStream decompressed(byte[] content) throws IOException {
        InputStream in = new ByteArrayInputStream(content);
        if (starts(content, GZIP)) {
            return new BufferedInputStream(new GZIPInputStream(in));
        }
        if (starts(content, BZIP2)) {
            return new BufferedInputStream(new BZip2CompressorInputStream(in, true));
        }
        if (starts(content, ZSTD)) {
            ZstdLibrary.check();
            return new BufferedInputStream(new ZstdInputStreamNoFinalizer(in));
        }
        return in;
    }

    /**
     * @param directory is made
     * @throws IOException if the archive is damaged or too large, or has an entry that would be outside of the
     *     directory
     */
    static void unpack(byte[] content, Path directory) throws IOException {
        Archive archive = new Archive(Files.createDirectories(directory).toRealPath());
        if (isZip(content)) {
            archive.zip(content);
        } else {
            archive.tar(content);
        }
        archive.makeLinks();
        archive.setModesOfDirectories();
    }

    private void tar(byte[] content) throws IOException {
        try (TarReader tar = new TarReader(decompressed(content))) {
            for (TarReader.Entry entry = tar.next(); entry != null; entry = tar.next()) {
                Path path = path(entry.name());
                if (entry.isDirectory()) {
                    directory(path, entry.mode());
                } else if (entry.isFile()) {
                    file(path, tar, entry.mode());
                } else if (entry.kind() == '2') {
                    links.put(path, entry.link());
                } else if (entry.kind() == '1') {
                    hardLink(path, path(entry.link()));
                } else {
                    throw new IOException("'" + entry.name() + "' is neither a file, a directory nor a link");
                }
            }
        }
    }

    /** The modes are in the directory at the end of the file. */
    private void zip(byte[] content) throws IOException {
        try (ZipFile zip = ZipFile.builder()
                .setSeekableByteChannel(new SeekableInMemoryByteChannel(content))
                .get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                Path path = path(entry.getName());
                int mode = entry.getUnixMode();
                if (entry.isDirectory()) {
                    directory(path, mode == 0 ? OWNER_ALL : mode);
                } else if (entry.isUnixSymlink()) {
                    links.put(path, zip.getUnixSymlink(entry));
                } else {
                    try (InputStream in = zip.getInputStream(entry)) {
                        file(path, in, mode == 0 ? 0644 : mode);
                    }
                }
            }
        }
    }

    private Path path(String name) throws IOException {
        if (++files > MAX_FILES) {
            throw new IOException("it has more than " + MAX_FILES + " files");
        }
        try {
            Path path = root.resolve(name).normalize();
            if (name.startsWith("/") || !path.startsWith(root)) {
                throw new IOException("'" + name + "' would be outside of the directory");
            }
            return path;
        } catch (InvalidPathException e) {
            throw new IOException("'" + name + "' is no name of a file", e);
        }
    }

    private void directory(Path path, int mode) throws IOException {
        Files.createDirectories(path);
        directories.put(path, mode);
    }

    private void file(Path path, InputStream in, int mode) throws IOException {
        Files.createDirectories(path.getParent());
        // A name may be there twice; the last one counts, and does not change the other names of a file.
        Files.deleteIfExists(path);
        try (OutputStream out = Files.newOutputStream(path)) {
            for (int n; (n = in.read(buffer)) >= 0; ) {
                bytes += n;
                if (bytes > MAX_BYTES) {
                    throw new IOException("it has more than " + MAX_BYTES + " bytes when it is unpacked");
                }
                out.write(buffer, 0, n);
            }
        }
        setMode(path, mode);
    }

    private void hardLink(Path path, Path target) throws IOException {
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("the link '" + root.relativize(path) + "' leads to '" + root.relativize(target)
                    + "', which is not in the archive before it");
        }
        Files.createDirectories(path.getParent());
        Files.deleteIfExists(path);
        Files.createLink(path, target);
    }

    private void makeLinks() throws IOException {
        for (Map.Entry<Path, String> link : links.entrySet()) {
            Path target = Path.of(link.getValue());
            if (target.isAbsolute()
                    || !link.getKey().resolveSibling(target).normalize().startsWith(root)) {
                throw outside(link.getKey(), link.getValue());
            }
            Path parent = link.getKey().getParent();
            if (!Files.createDirectories(parent).toRealPath().equals(parent)) {
                throw new IOException(
                        "the link '" + root.relativize(link.getKey()) + "' would be made through another link");
            }
            Files.deleteIfExists(link.getKey());
            Files.createSymbolicLink(link.getKey(), target);
        }
        // A link may go through others, and up from where those lead to.
        for (Map.Entry<Path, String> link : links.entrySet()) {
            if (Files.exists(link.getKey()) && !link.getKey().toRealPath().startsWith(root)) {
                Files.delete(link.getKey());
                throw outside(link.getKey(), link.getValue());
            }
        }
    }

    private IOException outside(Path link, String target) {
        return new IOException(
                "the link '" + root.relativize(link) + "' leads out of the directory, to '" + target + "'");
    }

    /** At the end: files are made in a directory that nobody may write later. */
    private void setModesOfDirectories() throws IOException {
        for (Map.Entry<Path, Integer> directory : directories.entrySet()) {
            if (Files.isDirectory(directory.getKey(), LinkOption.NOFOLLOW_LINKS)) {
                // The owner can always delete the directory.
                setMode(directory.getKey(), directory.getValue() | OWNER_ALL);
            }
        }
    }

    private static void setMode(Path path, int mode) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        PosixFilePermission[] all = PosixFilePermission.values();
        for (int i = 0; i < all.length; i++) {
            if (((mode & MODES) >> (all.length - 1 - i) & 1) == 1) {
                permissions.add(all[i]);
            }
        }
        view.setPermissions(permissions);
    }
}
