package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.sss.api.SssException;
import org.sss.net.testing.FuzzTarget;

/**
 * Bytes received by a socket, in reads of any size: the splits do not change the result, every buffer is released, and
 * memory is at most a small multiple of the received bytes. One thread.
 *
 * <pre>
 *   input: seed of the splits, 1 to start with a valid preface, then the bytes
 * </pre>
 */
public final class FrameDecoderFuzz implements FuzzTarget {
    private static final int PREFIX_BYTES = 2;

    private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(true, true);
    private final Frames frames = new Frames(memory);

    @Override
    public boolean accepts(byte[] input) {
        if (input.length < PREFIX_BYTES) {
            return false;
        }
        byte[] bytes = bytes(input);
        List<String> atOnce = decode(bytes, bytes.length + 1, bytes.length + 1);
        List<String> split = decode(bytes, 1 + (input[0] & 0x3F), input[0]);
        if (!atOnce.equals(split)) {
            throw new AssertionError("at once " + atOnce + ", in small reads " + split);
        }
        return atOnce.isEmpty() || !atOnce.get(atOnce.size() - 1).startsWith("breach");
    }

    private byte[] bytes(byte[] input) {
        byte[] tail = Arrays.copyOfRange(input, PREFIX_BYTES, input.length);
        return (input[1] & 1) == 0 ? tail : TestFrames.join(TestFrames.bytes(frames.preface(0, 1 << 20, 0)), tail);
    }

    private List<String> decode(byte[] bytes, int maxReadBytes, int seed) {
        FrameLog log = new FrameLog();
        FrameDecoder decoder = new FrameDecoder(memory, log);
        Random sizes = new Random(seed);
        try {
            for (int at = 0; at < bytes.length; ) {
                int count = Math.min(bytes.length - at, 1 + sizes.nextInt(maxReadBytes));
                feed(decoder, bytes, at, count);
                at += count;
                checkMemory(at);
            }
        } catch (SssException e) {
            log.calls.add("breach " + e.code() + " " + e.getMessage());
        } finally {
            decoder.close();
        }
        if (memory.metric().usedDirectMemory() != 0) {
            throw new AssertionError(memory.metric().usedDirectMemory() + " bytes leaked after " + log.calls);
        }
        return log.calls;
    }

    private void feed(FrameDecoder decoder, byte[] bytes, int at, int count) {
        ByteBuf read = memory.directBuffer(count).writeBytes(bytes, at, count);
        try {
            decoder.feed(read);
        } finally {
            read.release();
        }
    }

    private void checkMemory(int fedBytes) {
        long bound = PayloadAssembler.COPIED_BYTES + 2L * fedBytes;
        if (memory.metric().usedDirectMemory() > bound) {
            throw new AssertionError("a peer that sent " + fedBytes + " bytes holds "
                    + memory.metric().usedDirectMemory());
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        TestFrames.golden().forEach((name, bytes) -> seeds.put(name, TestFrames.join(new byte[] {7, 1}, bytes)));
        seeds.put("preface", TestFrames.join(new byte[] {3, 0}, TestFrames.bytes(frames.preface(0, 1 << 20, 0))));
        seeds.put(
                "all",
                TestFrames.join(
                        new byte[] {11, 1},
                        TestFrames.join(TestFrames.golden().values().toArray(byte[][]::new))));
        return seeds;
    }

    /** Records the decoded frames as text. */
    private static final class FrameLog implements FrameListener {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void onPreface(int status, int windowBytes, int idleMillis) {
            calls.add("preface " + status + " " + windowBytes);
        }

        @Override
        public void onOpen(int streamId, String verb, byte[] header) {
            calls.add("open " + streamId + " " + verb + " " + Arrays.hashCode(header));
        }

        @Override
        public void onData(int streamId, ByteBuf data) {
            calls.add("data " + streamId + " " + ByteBufUtil.hashCode(data));
            data.release();
        }

        @Override
        public void onEnd(int streamId, byte[] trailer) {
            calls.add("end " + streamId + " " + Arrays.hashCode(trailer));
        }

        @Override
        public void onFail(int streamId, SssException error) {
            calls.add("fail " + streamId + " " + error.code() + " " + error.getMessage());
        }

        @Override
        public void onCredit(int streamId, int bytes) {
            calls.add("credit " + streamId + " " + bytes);
        }

        @Override
        public void onPing() {
            calls.add("ping");
        }

        @Override
        public void onPong() {
            calls.add("pong");
        }

        @Override
        public void onRing(RingMessage message) {
            calls.add("ring " + message);
        }

        @Override
        public void onBell() {
            calls.add("bell");
        }
    }
}
