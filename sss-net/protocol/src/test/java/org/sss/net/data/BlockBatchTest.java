package org.sss.net.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class BlockBatchTest {
    private final BlockBatch batch = new BlockBatch();

    @Test
    void findsBlocksBetweenOtherBytes() {
        byte[] frame = frame();
        assertThat(batch.start(frame, frame.length)).isTrue();
        List<String> found = new ArrayList<>();
        while (batch.next()) {
            found.add(new String(frame, batch.offset(), batch.length(), StandardCharsets.US_ASCII));
        }
        assertThat(found).containsExactly("first", "second");
        assertThat(batch.next()).isFalse();
    }

    @Test
    void senderFindsTheSameBlocks() {
        ByteBuf frame = Unpooled.wrappedBuffer(new byte[] {9}, frame()).skipBytes(1);
        List<String> found = new ArrayList<>();
        BlockBatch.forEach(
                frame, (offset, length) -> found.add(frame.toString(offset, length, StandardCharsets.US_ASCII)));
        assertThat(found).containsExactly("first", "second");
    }

    @Test
    void rejectsFrameWithWrongMagic() {
        assertThat(batch.start("SSB another thing".getBytes(StandardCharsets.US_ASCII), 17))
                .isFalse();
        assertThat(batch.next()).isFalse();
        assertThat(batch.start(new byte[1], 1)).isFalse();
        assertThat(BlockBatch.isBatch(Unpooled.wrappedBuffer(new byte[1]))).isFalse();
    }

    @Test
    void rejectsLengthsBeyondTheEnd() {
        byte[] frame = frame();
        for (int at = 4; at < BlockBatch.headBytes(2); at += 4) {
            byte[] bad = frame.clone();
            bad[at] = -1;
            SssException e = catchThrowableOfType(SssException.class, () -> walk(bad));
            assertThat(e).as("byte %d", at).isNotNull();
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        }
    }

    @Test
    void rejectsTruncatedFrame() {
        byte[] frame = frame();
        for (int length = 8; length < frame.length; length++) {
            int cut = length;
            SssException e = catchThrowableOfType(SssException.class, () -> {
                batch.start(frame, cut);
                while (batch.next()) {
                    assertThat(batch.offset() + batch.length()).isLessThanOrEqualTo(cut);
                }
            });
            assertThat(e).as("cut at %d", length).isNotNull();
        }
    }

    private void walk(byte[] frame) {
        batch.start(frame, frame.length);
        int blocks = 0;
        while (batch.next()) {
            blocks++;
        }
        assertThat(blocks).isEqualTo(2);
    }

    private static byte[] frame() {
        String bytes = "first...second";
        ByteBuf frame = Unpooled.buffer().writeZero(BlockBatch.headBytes(2));
        frame.writeCharSequence(bytes, StandardCharsets.US_ASCII);
        BlockBatch.putHead(frame, 2);
        BlockBatch.putEntry(frame, 0, 0, 5);
        BlockBatch.putEntry(frame, 1, 3, 6);
        byte[] whole = new byte[frame.readableBytes()];
        frame.readBytes(whole);
        return whole;
    }
}
