package org.sss.client.code;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.Exchange;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Blob;

/** Sends one blob to the coordinator. Stateless. */
public final class BlobUpload {
    private static final int FRAME_BYTES = 256 << 10;

    private BlobUpload() {}

    public static void send(ClusterLink link, String id, InputStream content) throws IOException {
        Exchange exchange = Exchange.open(link.coordinator(), ServerVerbs.BLOB_PUT, new Blob(id));
        boolean done = false;
        try {
            byte[] frame = content.readNBytes(FRAME_BYTES);
            while (frame.length > 0) {
                exchange.send(Unpooled.wrappedBuffer(frame));
                frame = content.readNBytes(FRAME_BYTES);
            }
            exchange.end();
            exchange.awaitEnd(ClusterLink.CALL_TIMEOUT);
            done = true;
        } finally {
            if (!done) {
                exchange.cancel("the upload failed");
            }
        }
    }
}
