package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Stream;
import org.sss.net.transport.ring.RingShape;

class FrameDecoderTest {
    private static final ByteBufAllocator POOL = PooledByteBufAllocator.DEFAULT;
    private static final List<String> ALL = List.of(
            "preface 0 1048576",
            "open 1 scan 3",
            "data 1 40",
            "ping",
            "end 1 2",
            "credit 1 77",
            "data 1 1",
            "fail 1 STORAGE disk full",
            "pong",
            "ring Accept[answer=1]",
            "bell");

    private final Frames frames = new Frames(POOL);
    private final Log log = new Log();
    private final FrameDecoder decoder = new FrameDecoder(POOL, log);

    @Test
    void decodesAllFramesOfOneRead() {
        feed(everyFrame());
        assertThat(log.calls).isEqualTo(ALL);
    }

    @Test
    void splitAtAnyByteChangesNothing() {
        ByteBuf bytes = everyFrame();
        for (int split = 0; split <= bytes.readableBytes(); split++) {
            Log found = new Log();
            FrameDecoder fresh = new FrameDecoder(POOL, found);
            fresh.feed(bytes.slice(0, split));
            fresh.feed(bytes.slice(split, bytes.readableBytes() - split));
            assertThat(found.calls).as("split at %d", split).isEqualTo(ALL);
        }
        bytes.release();
    }

    @Test
    void readsOfSingleBytesChangeNothing() {
        ByteBuf bytes = everyFrame();
        for (int i = 0; i < bytes.readableBytes(); i++) {
            decoder.feed(bytes.slice(i, 1));
        }
        bytes.release();
        assertThat(log.calls).isEqualTo(ALL);
    }

    @Test
    void aPayloadThatFillsTheReadBufferIsNotCopied() {
        feed(preface());
        ByteBuf data = data(3, 1000);
        decoder.feed(data);
        assertThat(data.refCnt()).as("released by the listener already").isEqualTo(1);
        assertThat(log.lastData.unwrap()).isNotNull();
        data.release();
        assertThat(log.calls).endsWith("data 3 1000");
    }

    @Test
    void closeReleasesIncompleteFrame() {
        feed(preface());
        ByteBuf incomplete = data(1, 1000).writerIndex(500);
        feed(incomplete);
        decoder.close();
        feed(preface());
        assertThat(log.calls).hasSize(1);
    }

    @Test
    void rejectsAnotherProtocol() {
        ByteBuf http = Unpooled.copiedBuffer("HTTP/1.1 400 Bad Request\r\n", StandardCharsets.US_ASCII);
        assertThat(breach(http))
                .hasMessageContaining("does not start with \"SSS1\"")
                .hasMessageContaining("48545450");
    }

    @Test
    void rejectsAnotherVersionAndNamesBoth() {
        ByteBuf newer = preface().setShort(FrameFormat.PREFACE_VERSION, 9);
        assertThat(breach(newer)).hasMessageContaining("version 9").hasMessageContaining("this side 1");
    }

    @Test
    void rejectsMalformedPreface() {
        breach(preface().setInt(FrameFormat.PREFACE_WINDOW, 0));
    }

    @Test
    void rejectsTooShortIdleTimeout() {
        breach(preface().setInt(FrameFormat.PREFACE_IDLE, 3));
    }

    @Test
    void decodesNothingAfterABreach() {
        breach(preface().setInt(0, 0));
        feed(everyFrame());
        assertThat(log.calls).isEmpty();
    }

    @Test
    void rejectsMalformedHeaders() {
        assertRefused(f -> f.setByte(FrameFormat.TYPE, 0), "unknown frame type");
        assertRefused(f -> f.setByte(FrameFormat.TYPE, 10), "unknown frame type");
        assertRefused(f -> f.setByte(FrameFormat.FLAGS, 1), "flags or reserved");
        assertRefused(f -> f.setShort(FrameFormat.RESERVED, 1), "flags or reserved");
        assertRefused(f -> f.setInt(FrameFormat.STREAM_ID, 0), "stream id");
        assertRefused(f -> f.setInt(FrameFormat.STREAM_ID, -1), "stream id");
        assertRefused(f -> f.setInt(FrameFormat.LENGTH, 0), "length");
        assertRefused(f -> f.setInt(FrameFormat.LENGTH, -1), "length");
        assertRefused(f -> f.setInt(FrameFormat.LENGTH, Stream.MAX_DATA_BYTES + 1), "length");
        assertRefused(f -> f.setByte(FrameFormat.TYPE, FrameType.PING.code()), "length");
    }

    @Test
    void rejectsMalformedPayloads() {
        byte[] none = {};
        assertBroken(frames.open(1, new byte[] {'x'}, none).setByte(FrameFormat.HEADER_BYTES, 0));
        assertBroken(frames.open(1, new byte[] {'x'}, none).setByte(FrameFormat.HEADER_BYTES, 200));
        assertBroken(frames.open(1, new byte[] {'x'}, new byte[Stream.MAX_HEADER_BYTES + 1]));
        assertBroken(frames.fail(1, new SssException(ErrorCode.CLOSED, "x")).setByte(FrameFormat.HEADER_BYTES, 255));
        assertBroken(frames.fail(1, new SssException(ErrorCode.CLOSED, "x"))
                .setShort(FrameFormat.HEADER_BYTES + 1 + "CLOSED".length(), 65_535));
        assertBroken(frames.credit(1, 0));
        assertBroken(frames.credit(1, -5));
        ByteBuf offer = frames.ring(new RingMessage.Offer(1, RingShape.DEFAULT, "shm", new byte[] {1}));
        assertBroken(offer.copy().setByte(FrameFormat.HEADER_BYTES, 5));
        assertBroken(offer.copy().setInt(FrameFormat.HEADER_BYTES + 5, -1));
        assertBroken(offer.copy().setInt(FrameFormat.HEADER_BYTES + 9, 1 << 30));
        assertBroken(offer.copy().setByte(FrameFormat.HEADER_BYTES + 13, 5));
        assertBroken(offer.copy().setInt(FrameFormat.LENGTH, 13).writerIndex(FrameFormat.HEADER_BYTES + 13));
        assertBroken(frames.ring(
                new RingMessage.Offer(1, RingShape.DEFAULT, "shm", new byte[RingMessage.MAX_DESCRIPTION_BYTES + 1])));
        assertBroken(offer.setByte(FrameFormat.HEADER_BYTES, 6));
        assertBroken(frames.ring(new RingMessage.Accept(new byte[RingMessage.MAX_DESCRIPTION_BYTES + 1])));
    }

    @Test
    void aRingCarriesFramesOfStreamsOnly() {
        FrameDecoder ring = FrameDecoder.ofRing(POOL, log);
        ByteBuf data = data(1, 8);
        ring.feed(data);
        data.release();
        assertThat(log.calls).containsExactly("data 1 8");
        assertThat(breach(ring, frames.ping())).hasMessageContaining("a PING frame cannot come this way");
    }

    @Test
    void besideARingTheSocketCarriesNoStreams() {
        feed(preface());
        decoder.rejectStreams();
        feed(frames.ping());
        assertThat(log.calls).endsWith("ping");
        assertThat(breach(data(1, 8))).hasMessageContaining("a DATA frame cannot come this way");
    }

    @Test
    void unknownErrorCodeIsInternal() {
        feed(preface());
        feed(frames.fail(1, new SssException(ErrorCode.CLOSED, "x")).setByte(FrameFormat.HEADER_BYTES + 1, 'Z'));
        assertThat(log.calls).endsWith("fail 1 INTERNAL ZLOSED: x");
    }

    @Test
    void randomBytesNeitherLeakNorThrowOtherExceptions() {
        Random random = new Random(11);
        for (int i = 0; i < 2_000; i++) {
            FrameDecoder fresh = new FrameDecoder(POOL, new Log());
            byte[] garbage = new byte[random.nextInt(64)];
            random.nextBytes(garbage);
            if (garbage.length > 5) {
                garbage[0] = 0;
                garbage[1] = 0;
                garbage[4] = (byte) (1 + random.nextInt(9));
                garbage[5] = 0;
            }
            ByteBuf start = preface();
            fresh.feed(start);
            start.release();
            catchThrowableOfType(SssException.class, () -> fresh.feed(Unpooled.wrappedBuffer(garbage)));
            fresh.close();
        }
    }

    private void assertRefused(Consumer<ByteBuf> damage, String message) {
        ByteBuf frame = data(1, 8);
        damage.accept(frame);
        assertThat(assertBroken(frame)).hasMessageContaining(message);
    }

    private SssException assertBroken(ByteBuf frame) {
        FrameDecoder fresh = new FrameDecoder(POOL, log);
        ByteBuf start = preface();
        fresh.feed(start);
        start.release();
        return breach(fresh, frame);
    }

    private SssException breach(ByteBuf bytes) {
        return breach(decoder, bytes);
    }

    private static SssException breach(FrameDecoder decoder, ByteBuf bytes) {
        SssException error = catchThrowableOfType(SssException.class, () -> decoder.feed(bytes));
        bytes.release();
        assertThat(error).isNotNull();
        assertThat(error.code()).isEqualTo(ErrorCode.PROTOCOL);
        return error;
    }

    private void feed(ByteBuf bytes) {
        decoder.feed(bytes);
        bytes.release();
    }

    private ByteBuf preface() {
        return frames.preface(FrameFormat.STATUS_WELCOME, 1 << 20, 0);
    }

    private ByteBuf data(int streamId, int bytes) {
        return frames.dataHeader(streamId, bytes).writeZero(bytes);
    }

    private ByteBuf everyFrame() {
        SssException failure = new SssException(ErrorCode.STORAGE, "disk full", null, "trace");
        List<ByteBuf> all = List.of(
                preface(),
                frames.open(1, "scan".getBytes(StandardCharsets.UTF_8), new byte[3]),
                data(1, 40),
                frames.ping(),
                frames.end(1, new byte[2]),
                frames.credit(1, 77),
                data(1, 1),
                frames.fail(1, failure),
                frames.pong(),
                frames.ring(new RingMessage.Accept(new byte[0])),
                frames.bell());
        ByteBuf joined = POOL.directBuffer();
        all.forEach(frame -> {
            joined.writeBytes(frame);
            frame.release();
        });
        return joined;
    }

    /** Records the decoded frames as text. */
    private static final class Log implements FrameListener {
        private final List<String> calls = new ArrayList<>();
        private ByteBuf lastData;

        @Override
        public void onPreface(int status, int windowBytes, int idleMillis) {
            calls.add("preface " + status + " " + windowBytes);
        }

        @Override
        public void onOpen(int streamId, String verb, byte[] header) {
            calls.add("open " + streamId + " " + verb + " " + header.length);
        }

        @Override
        public void onData(int streamId, ByteBuf data) {
            calls.add("data " + streamId + " " + data.readableBytes());
            lastData = data;
            data.release();
        }

        @Override
        public void onEnd(int streamId, byte[] trailer) {
            calls.add("end " + streamId + " " + trailer.length);
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
