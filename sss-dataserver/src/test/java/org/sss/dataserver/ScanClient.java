package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;

/** A remote scan as a source of blocks. One thread at a time. */
public final class ScanClient implements BlockSource {
    private final DataQueue queue;
    private long blocks;
    private long tuples;
    private long dataBytes;
    private int signsOfLife;

    ScanClient(Connection connection, Scan scan) {
        queue = DataQueue.open(connection, DataVerbs.SCAN, Message.of(Json.write(scan)));
        queue.stream().end(new byte[0]);
    }

    @Override
    public boolean next(BlockReader reader) {
        ByteBuf frame = queue.take(PutClient.PATIENCE);
        while (frame != null && frame.readableBytes() == DataVerbs.SIGN_OF_LIFE_BYTES) {
            frame.release();
            signsOfLife++;
            frame = queue.take(PutClient.PATIENCE);
        }
        if (frame == null) {
            return false;
        }
        byte[] block = new byte[frame.readableBytes()];
        frame.readBytes(block).release();
        reader.reset(block, 0, block.length);
        blocks++;
        tuples += reader.tupleCount();
        dataBytes += reader.dataBytes();
        return true;
    }

    /** Whether the server's count at the end is what came. */
    boolean isComplete() {
        return Json.read(queue.trailer(), Scanned.class, "the trailer").equals(new Scanned(blocks, tuples, dataBytes));
    }

    /** How often the server has said that it is at work, so far. */
    int signsOfLife() {
        return signsOfLife;
    }

    @Override
    public void close() {
        queue.close();
    }
}
