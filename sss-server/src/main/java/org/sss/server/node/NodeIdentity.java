package org.sss.server.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Json;

/**
 * Whose data a directory holds: kept in {@code DIR/node.json}, so that no node ever serves, or drops, the subgroups of
 * another node or another cluster.
 */
public record NodeIdentity(String clusterId, int nodeId) {
    private static final String FILE = "node.json";

    /** What the directory says; empty when it says nothing. @throws SssException STORAGE, PROTOCOL when it cannot be read */
    public static Optional<NodeIdentity> of(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            return Optional.of(Json.read(Files.readAllBytes(file), NodeIdentity.class, file.toString()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot read " + file + ": " + e, e);
        }
    }

    /**
     * Compares with what the directory says, or writes it there when it says nothing.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when the directory belongs to another
     */
    void claim(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            NodeIdentity found = of(directory).orElse(null);
            if (found == null) {
                write(file);
            } else if (!found.equals(this)) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, directory + " holds the data of node " + found.nodeId
                        + " of cluster " + found.clusterId + ", but this is node " + nodeId + " of cluster " + clusterId
                        + "; set data.dir, node.id or cluster.nodes right, or use an empty directory");
            }
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot write " + file + ": " + e, e);
        }
    }

    private void write(Path file) throws IOException {
        Path temp = file.resolveSibling(FILE + ".new");
        try (FileChannel out = FileChannel.open(temp, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer json = ByteBuffer.wrap(Json.write(this));
            while (json.hasRemaining()) {
                out.write(json);
            }
            out.force(true); // an empty file under this name would keep the node from starting
        }
        Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
