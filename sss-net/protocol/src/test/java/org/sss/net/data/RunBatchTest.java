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

class RunBatchTest {
    /** With other bytes before the frame and between its blocks. */
    private static ByteBuf frame() {
        ByteBuf frame = Unpooled.buffer().writeByte(9).skipBytes(1);
        RunBatch.writeHead(frame, 2);
        RunBatch.writeEntry(frame, 0, 5, 7);
        RunBatch.writeEntry(frame, 3, 6, 0);
        return frame.writeBytes("first...second".getBytes(StandardCharsets.US_ASCII));
    }

    private static List<String> walk(ByteBuf frame) {
        RunBatch batch = new RunBatch();
        batch.start(frame);
        List<String> found = new ArrayList<>();
        while (batch.next()) {
            byte[] block = new byte[batch.length()];
            batch.copyTo(block);
            found.add(batch.run() + " " + new String(block, StandardCharsets.US_ASCII));
        }
        assertThat(batch.next()).isFalse();
        return found;
    }

    private static void isDamage(String what, ByteBuf frame) {
        SssException e = catchThrowableOfType(SssException.class, () -> walk(frame));
        assertThat(e).as(what).isNotNull();
        assertThat(e.code()).as(what).isEqualTo(ErrorCode.CORRUPT);
    }

    @Test
    void blocksAreFoundWithTheirRuns() {
        assertThat(RunBatch.isBatch(frame())).isTrue();
        assertThat(walk(frame())).containsExactly("7 first", "0 second");
    }

    @Test
    void rejectsFrameWithWrongMagic() {
        assertThat(RunBatch.isBatch(Unpooled.wrappedBuffer(new byte[12]))).isFalse();
        assertThat(RunBatch.isBatch(Unpooled.wrappedBuffer(new byte[1]))).isFalse();
        assertThat(BlockBatch.isBatch(frame())).isFalse();
    }

    @Test
    void rejectsLengthsBeyondTheEnd() {
        for (int at = 0; at < RunBatch.headBytes(2); at += 4) {
            ByteBuf bad = frame();
            bad.setInt(bad.readerIndex() + at, -1);
            isDamage("byte " + at, bad);
        }
    }

    @Test
    void rejectsTruncatedFrame() {
        for (int bytes = 0; bytes < frame().readableBytes(); bytes++) {
            isDamage(bytes + " bytes", frame().writerIndex(1 + bytes));
        }
    }
}
