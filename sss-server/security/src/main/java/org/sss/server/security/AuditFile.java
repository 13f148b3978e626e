package org.sss.server.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;
import org.sss.net.rpc.Json;

/**
 * A file of JSON lines with mode 0600. When it has half of its size limit, it is renamed to {@code NAME.1}, in place of
 * the one before. Thread-safe.
 */
public final class AuditFile implements AutoCloseable {
    public static final String NAME = "audit.log";
    private static final Logger LOG = LoggerFactory.getLogger(AuditFile.class);
    private static final LimitedLog FAILED = new LimitedLog(LOG, "lines of the audit log that could not be written", 1);

    private final Path file;
    private final long maxBytes;
    private FileChannel channel;
    private long bytes;

    /** @param maxBytes of both files together */
    public AuditFile(Path file, long maxBytes) {
        this.file = file;
        this.maxBytes = maxBytes;
    }

    /**
     * Appends a line. What cannot be written is counted in the log of the node: a full disk does not stop the cluster.
     */
    public synchronized void write(Object line) {
        byte[] json = Json.write(line);
        try {
            if (channel == null) {
                open();
            }
            if (bytes > 0 && bytes + json.length >= maxBytes / 2) {
                close();
                Files.move(
                        file,
                        file.resolveSibling(file.getFileName() + ".1"),
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
                open();
            }
            ByteBuffer out = ByteBuffer.allocate(json.length + 1)
                    .put(json)
                    .put((byte) '\n')
                    .flip();
            while (out.hasRemaining()) {
                bytes += channel.write(out);
            }
        } catch (IOException e) {
            FAILED.warn("Cannot write to the audit log {}: {}", file, e.toString());
        }
    }

    private void open() throws IOException {
        channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                PrivateFiles.FILE);
        bytes = channel.size();
    }

    @Override
    public synchronized void close() {
        try {
            if (channel != null) {
                channel.close();
                channel = null;
            }
        } catch (IOException e) {
            FAILED.warn("Cannot close the audit log {}: {}", file, e.toString());
        }
    }
}
