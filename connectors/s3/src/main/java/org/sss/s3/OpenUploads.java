package org.sss.s3;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;

/**
 * A file for each open upload of this process, so that the next one aborts those of a process that was killed.
 * Thread-safe.
 */
final class OpenUploads {
    private static final Logger LOG = LoggerFactory.getLogger(OpenUploads.class);
    private static final int LINES = 3;

    /** Null if this process has no directory for it. */
    private final Path directory;

    private OpenUploads(Path directory) {
        this.directory = directory;
    }

    static OpenUploads in(Path directory) {
        return new OpenUploads(directory);
    }

    /** Records an upload. Returns what {@link #ended} needs; null without a directory. */
    Path started(S3Path path, String upload) throws IOException {
        if (directory == null) {
            return null;
        }
        Files.createDirectories(directory);
        Path file = directory.resolve(UUID.randomUUID().toString());
        Files.write(file, List.of(path.bucket(), path.key(), upload));
        return file;
    }

    void ended(Path record) throws IOException {
        if (record != null) {
            Files.deleteIfExists(record);
        }
    }

    /** Aborts the recorded uploads. Called before the first one of this process. */
    void abortOthers(S3Calls calls) {
        if (directory == null || !Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                abort(calls, file);
            }
        } catch (IOException e) {
            LOG.warn("Uploads that an earlier process may have left cannot be listed in {}", directory, e);
        }
    }

    private void abort(S3Calls calls, Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            if (lines.size() == LINES) {
                S3Path path = new S3Path(lines.get(0), lines.get(1));
                S3Upload.abort(calls, path, lines.get(2));
                LOG.info("Aborted an upload of '{}', which an earlier process had left open", path);
            }
            Files.deleteIfExists(file);
        } catch (IOException | SssException e) {
            LOG.warn("An upload that an earlier process left open could not be aborted; {} names it", file, e);
        }
    }
}
