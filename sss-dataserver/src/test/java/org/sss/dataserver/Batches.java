package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.data.BlockBatch;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Message;

/** The blocks of one scan whose client takes several in a frame, and what came around them. Immutable. */
final class Batches {
    private final List<byte[]> blocks = new ArrayList<>();
    private int frames;
    private int largestFrame;
    private Scanned scanned;

    Batches(TestNode node, Scan scan) {
        try (DataQueue queue = DataQueue.open(node.connection(), DataVerbs.SCAN, Message.of(Json.write(scan)))) {
            queue.stream().end(new byte[0]);
            for (ByteBuf frame; (frame = queue.take(PutClient.PATIENCE)) != null; frames++) {
                byte[] bytes = new byte[frame.readableBytes()];
                frame.readBytes(bytes).release();
                largestFrame = Math.max(largestFrame, bytes.length);
                split(bytes);
            }
            scanned = Json.read(queue.trailer(), Scanned.class, "the trailer");
        }
    }

    private void split(byte[] frame) {
        BlockBatch batch = new BlockBatch();
        if (!batch.start(frame, frame.length)) {
            blocks.add(frame);
        }
        while (batch.next()) {
            byte[] block = new byte[batch.length()];
            System.arraycopy(frame, batch.offset(), block, 0, block.length);
            blocks.add(block);
        }
    }

    List<byte[]> blocks() {
        return blocks;
    }

    int frames() {
        return frames;
    }

    int largestFrame() {
        return largestFrame;
    }

    Scanned scanned() {
        return scanned;
    }
}
