package org.sss.client.code;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Cache of the ids of jars and class directories, so that a program that submits many workflows does not read its code
 * for each of them. A source is read again if its size, time or inode has changed, or if it changed so recently that a
 * further change might not change its time. Thread-safe.
 */
public final class CodeIds {
    private static final int MAX_KNOWN = 1000;
    /** Times of file systems may have a resolution of only 2 s. */
    private static final long RESTED_MILLIS = 3000;

    private final Clock clock;
    /** Guarded by itself. */
    private final Map<Path, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Known> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    /** Ids of nested jars by location. Guarded by {@link #known}. */
    private final Map<ClassLoader, Map<String, String>> nested = new WeakHashMap<>();

    /** @param look attributes of the source when it was read */
    private record Known(Look look, String id) {}

    /** Digest of names, sizes, times and numbers of all files; the latest of the times. */
    private record Look(String digest, long changedMillis) {}

    /** Reads a source. */
    interface Reading {
        String id() throws IOException;
    }

    public CodeIds(Clock clock) {
        this.clock = clock;
    }

    /**
     * Returns the id of a jar or class directory; calls {@code reading} unless the id is cached and the source is
     * unchanged.
     */
    String id(Path source, Reading reading) throws IOException {
        Look look = look(source);
        synchronized (known) {
            Known before = known.get(source);
            if (before != null && before.look.equals(look)) {
                return before.id;
            }
        }
        boolean rested = clock.millis() - look.changedMillis > RESTED_MILLIS;
        String id = reading.id();
        synchronized (known) {
            if (rested) {
                known.put(source, new Known(look, id));
            } else {
                known.remove(source);
            }
        }
        return id;
    }

    /** Returns the id of code that stays the same as long as its class loader lives. */
    String id(ClassLoader loader, String location, Reading reading) throws IOException {
        synchronized (known) {
            String id = nested.getOrDefault(loader, Map.of()).get(location);
            if (id != null) {
                return id;
            }
        }
        String id = reading.id();
        synchronized (known) {
            nested.computeIfAbsent(loader, any -> new HashMap<>()).put(location, id);
        }
        return id;
    }

    private static Look look(Path source) throws IOException {
        List<Path> files = Files.isDirectory(source) ? DirectoryJar.sortedFiles(source) : List.of(source);
        MessageDigest digest = CodeBundle.sha256();
        long changedMillis = Long.MIN_VALUE;
        for (Path file : files) {
            Map<String, Object> attributes = Files.readAttributes(file, attributes(file));
            List<String> line = new ArrayList<>(List.of(file.toString()));
            for (String name : List.of("size", "lastModifiedTime", "ctime", "fileKey")) {
                Object value = attributes.get(name);
                line.add(String.valueOf(value));
                changedMillis =
                        value instanceof FileTime time ? Math.max(changedMillis, time.toMillis()) : changedMillis;
            }
            digest.update((String.join("\0", line) + '\n').getBytes(StandardCharsets.UTF_8));
        }
        return new Look(Arrays.toString(digest.digest()), changedMillis);
    }

    /** Includes, if supported, the time of the last change of any kind (ctime), which cannot be set by a user. */
    private static String attributes(Path file) {
        boolean isUnix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
        return isUnix ? "unix:size,lastModifiedTime,ctime,fileKey" : "size,lastModifiedTime,fileKey";
    }
}
