package org.sss.client.code;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Blob;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;

/** Fetches one blob from the coordinator. Stateless. */
public final class BlobDownload {
    private BlobDownload() {}

    /** @throws org.sss.api.SssException NOT_FOUND if the coordinator has deleted it */
    public static void fetch(ClusterLink link, String id, Path file) throws IOException {
        try (DataQueue queue = DataQueue.open(link.coordinator(), ServerVerbs.BLOB_GET, Json.asMessage(new Blob(id)));
                OutputStream out = Files.newOutputStream(file)) {
            queue.stream().end(new byte[0]);
            for (ByteBuf frame; (frame = queue.take(ClusterLink.CALL_TIMEOUT)) != null; ) {
                try {
                    frame.readBytes(out, frame.readableBytes());
                } finally {
                    frame.release();
                }
            }
        }
    }
}
