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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ids of jars and class directories that were read before, so that a program that submits many workflows does not read its code
 * for each of them. What has another size, time or file than before is read again, as is what changed so lately that it might
 * change once more without another time. Thread-safe.
 */
public final class CodeIds {
    private static final int MAX_KNOWN = 1000;
    /** File systems keep times that are as coarse as 2 s. */
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

    /** @param look what the source looked like when it was read */
    private record Known(Look look, String id) {
    }

    /** Digest of names, sizes, times and numbers of all files; the latest of the times. */
    private record Look(String digest, long changedMillis) {
    }

    /** Reads a source. */
    interface Reading {
        String id() throws IOException;
    }

    public CodeIds(Clock clock) {
        this.clock = clock;
    }

    /** The id of a jar or class directory; asks {@code reading} for it unless it is known and nothing has changed since. */
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
                changedMillis = value instanceof FileTime time ? Math.max(changedMillis, time.toMillis()) : changedMillis;
            }
            digest.update((String.join("\0", line) + '\n').getBytes(StandardCharsets.UTF_8));
        }
        return new Look(Arrays.toString(digest.digest()), changedMillis);
    }

    /** Where there is one, the time of the last change of any kind, which nobody can set back. */
    private static String attributes(Path file) {
        boolean isUnix = file.getFileSystem().supportedFileAttributeViews().contains("unix");
        return isUnix ? "unix:size,lastModifiedTime,ctime,fileKey" : "size,lastModifiedTime,fileKey";
    }
}
