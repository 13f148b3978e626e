package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.sss.dataserver.CrashModel.Location;
import org.sss.dataserver.CrashModel.Node;

/** Writes one of the states in which a crash of the machine may leave a directory. For one thread. */
final class CrashImage {
    private static final int PAGE_BYTES = 4096;

    /** What became of that which was not synced. */
    enum Unsynced {
        LOST,
        KEPT,
        SOME
    }

    private final Path target;
    private final Unsynced names;
    private final Unsynced contents;
    private final Random random;
    private final Map<Node, Path> directories = new HashMap<>();

    private CrashImage(Path target, Unsynced names, Unsynced contents, Random random) {
        this.target = target;
        this.names = names;
        this.contents = contents;
        this.random = random;
    }

    /** Makes {@code target} a directory as {@code model} may be after a crash now. */
    static void write(CrashModel model, Path target, Unsynced names, Unsynced contents, Random random)
            throws IOException {
        CrashImage image = new CrashImage(target, names, contents, random);
        synchronized (model) {
            image.directories.put(model.root(), Files.createDirectory(target));
            for (Node node : model.nodes()) {
                if (node != model.root()) {
                    image.add(node);
                }
            }
        }
    }

    private void add(Node node) throws IOException {
        Location location = choose(node);
        Path directory = directories.get(location.directory());
        if (directory == null) {
            return; // it has none, or not any more
        }
        Path path = directory.resolve(location.name());
        if (Files.exists(path)) {
            return; // two cannot have one name
        }
        if (node.isDirectory()) {
            directories.put(node, Files.createDirectory(path));
        } else {
            Files.write(path, content(node));
        }
    }

    private Location choose(Node node) {
        return switch (names) {
            case LOST -> node.locations.get(0);
            case KEPT -> node.newest();
            case SOME -> node.locations.get(random.nextInt(node.locations.size()));
        };
    }

    private byte[] content(Node file) throws IOException {
        byte[] now = file.content();
        return switch (contents) {
            case LOST -> file.synced;
            case KEPT -> now;
            case SOME -> Arrays.equals(now, file.synced) ? now : some(file.synced, now);
        };
    }

    /** Any length between the two; each page as it was, as it is, or, beyond what was synced, never written. */
    private byte[] some(byte[] synced, byte[] now) {
        int least = Math.min(synced.length, now.length);
        int length =
                random.nextInt(4) == 0 ? now.length : least + random.nextInt(Math.abs(now.length - synced.length) + 1);
        byte[] content = new byte[length];
        for (int at = 0; at < length; at += PAGE_BYTES) {
            byte[] page = random.nextInt(3) == 0 ? synced : now;
            int bytes = Math.min(PAGE_BYTES, Math.min(length, page.length) - at);
            boolean written = at < synced.length || random.nextInt(6) != 0;
            if (bytes > 0 && written) {
                System.arraycopy(page, at, content, at, bytes);
            }
        }
        return content;
    }
}
