package org.sss.dataserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sss.dataserver.disk.Disk;

/**
 * A disk that knows what a crash of the machine could leave of a directory, whatever the file system: what was synced
 * is there, of everything younger any part. A file or directory may be at each location where it has been since the
 * last sync of the directory with its name, whatever happened to others; a file that was not synced has any content.
 *
 * <p>It looks at the directory at each sync, and when it is asked to: what came and went between two looks is not
 * known. Nothing is really synced. Thread-safe; files may be written while it looks, but not renamed.
 */
final class CrashModel implements Disk.Force, AutoCloseable {
    private final Path base;
    private final Runnable beforeEachSync;
    private final Map<Object, Node> nodes = new LinkedHashMap<>();

    /** Where a file or directory may be: a name in a directory, or nowhere when that is null. */
    record Location(Node directory, String name) {
        static final Location NONE = new Location(null, "");
    }

    /**
     * A file or directory, under whatever name; kept open, so that the system does not give its number to another one.
     */
    static final class Node implements AutoCloseable {
        final AutoCloseable pin;
        /** Where it may be, the newest location last. */
        final List<Location> locations = new ArrayList<>(List.of(Location.NONE));

        byte[] synced = new byte[0];

        Node(AutoCloseable pin) {
            this.pin = pin;
        }

        boolean isDirectory() {
            return !(pin instanceof FileChannel);
        }

        Location newest() {
            return locations.get(locations.size() - 1);
        }

        byte[] content() throws IOException {
            FileChannel channel = (FileChannel) pin;
            ByteBuffer bytes = ByteBuffer.allocate((int) channel.size());
            while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
                // until it is full
            }
            return bytes.array();
        }

        @Override
        public void close() throws IOException {
            try {
                pin.close();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }

    /**
     * @param base           what is in it now is durable
     * @param beforeEachSync may take images; by the thread that syncs
     */
    CrashModel(Path base, Runnable beforeEachSync) throws IOException {
        this.base = base;
        this.beforeEachSync = beforeEachSync;
        look();
        for (Node node : nodes.values()) {
            node.synced = node.isDirectory() ? node.synced : node.content();
            node.locations.subList(0, node.locations.size() - 1).clear();
        }
    }

    @Override
    public synchronized void force(Path path, FileChannel channel) throws IOException {
        look();
        beforeEachSync.run();
        Node node = nodes.get(key(path));
        if (node == null) {
            return; // above the base
        }
        if (node.isDirectory()) {
            nodes.values().forEach(n -> settle(n, node));
        } else {
            node.synced = node.content();
        }
    }

    private static void settle(Node node, Node directory) {
        if (node.locations.stream().anyMatch(location -> location.directory() == directory)) {
            node.locations.subList(0, node.locations.size() - 1).clear();
        }
    }

    /** Everything in {@code base} once, in an order in which directories come before what is in them. */
    synchronized List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    Node root() {
        return nodes.values().iterator().next();
    }

    /** Looks at what is there now. */
    synchronized void look() throws IOException {
        Map<Object, Location> found = find();
        for (Map<Object, Location> again; !found.equals(again = find()); ) {
            found = again;
        }
        for (Map.Entry<Object, Node> known : nodes.entrySet()) {
            Location now = found.getOrDefault(known.getKey(), Location.NONE);
            Node node = known.getValue();
            if (!node.newest().equals(now)) {
                node.locations.add(now);
            }
        }
    }

    private Map<Object, Location> find() throws IOException {
        Map<Object, Location> found = new LinkedHashMap<>();
        find(base, new Location(null, "base"), found);
        return found;
    }

    private void find(Path path, Location location, Map<Object, Location> found) throws IOException {
        try {
            Object key = key(path);
            found.put(key, location);
            Node node = nodes.computeIfAbsent(key, k -> pin(path));
            if (node.isDirectory()) {
                try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
                    for (Path each : inside) {
                        find(each, new Location(node, each.getFileName().toString()), found);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            // it went while we looked
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof NoSuchFileException)) {
                throw e;
            }
        }
    }

    private static Object key(Path path) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey(), "no inode numbers here");
    }

    private static Node pin(Path path) {
        try {
            return new Node(Files.isDirectory(path) ? Files.newDirectoryStream(path) : FileChannel.open(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Node node : nodes.values()) {
            node.close();
        }
    }
}
