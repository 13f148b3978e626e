package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.ring.RingShape;

/** One example of each frame type. Stateless. */
final class TestFrames {
    private static final Frames FRAMES = new Frames(UnpooledByteBufAllocator.DEFAULT);

    private TestFrames() {}

    /** By name, in an order in which a peer may send them; stream 1 is opened and ended, stream 2 fails. */
    static Map<String, byte[]> golden() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("open", bytes(FRAMES.open(1, text("data.scan"), text("{\"group\":7}"))));
        all.put("data", data(1, text("a block")));
        all.put("credit", bytes(FRAMES.credit(1, 1 << 20)));
        all.put("end", bytes(FRAMES.end(1, text("{}"))));
        all.put("open-again", bytes(FRAMES.open(2, text("cluster"), text(""))));
        all.put("fail", bytes(FRAMES.fail(2, new SssException(ErrorCode.STORAGE, "disk full", null, "at x"))));
        all.put("ping", bytes(FRAMES.ping()));
        all.put("pong", bytes(FRAMES.pong()));
        all.put("offer", bytes(FRAMES.ring(new RingMessage.Offer(7, RingShape.DEFAULT, "shm", text("sss-ring")))));
        all.put("accept", bytes(FRAMES.ring(new RingMessage.Accept(text("address")))));
        all.put("decline", bytes(FRAMES.ring(new RingMessage.Decline("not here"))));
        all.put("start", bytes(FRAMES.ring(new RingMessage.Start())));
        all.put("bell", bytes(FRAMES.bell()));
        return all;
    }

    static byte[] data(int streamId, byte[] data) {
        return join(bytes(FRAMES.dataHeader(streamId, data.length)), data);
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(ByteBuf frame) {
        byte[] bytes = ByteBufUtil.getBytes(frame);
        frame.release();
        return bytes;
    }

    static byte[] join(byte[]... arrays) {
        int length = 0;
        for (byte[] array : arrays) {
            length += array.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] array : arrays) {
            System.arraycopy(array, 0, all, at, array.length);
            at += array.length;
        }
        return all;
    }
}
