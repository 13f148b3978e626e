package org.sss.dataserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.sss.dataserver.group.Groups;
import org.sss.dataserver.run.BlockSlots;
import org.sss.net.control.GroupKey;
import org.sss.net.data.GetFormat;
import org.sss.net.data.GetRequest;
import org.sss.net.data.RequestedKeys;

class KeyAnswersTest {
    private static final int KEYS = 100;

    /** Frames and trailer, of keys of which there is nothing. */
    private record Answer(int frames, byte[] bytes) {}

    private static Answer answer(LongSupplier clock) {
        GetRequest request = new GetRequest(GroupKey.of(1), GetFormat.MAX_REQUEST_BYTES);
        for (int i = 0; i < KEYS; i++) {
            assertThat(request.add(0, "key %03d".formatted(i).getBytes(UTF_8))).isTrue();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int frames = 0;
        try (KeyAnswers answers =
                new KeyAnswers(new RequestedKeys(request.encode()), new Groups(null), new BlockSlots.Pool(), clock)) {
            for (ByteBuf frame = answers.next(); frame != null; frame = answers.next()) {
                byte[] part = new byte[frame.readableBytes()];
                frame.readBytes(part).release();
                bytes.writeBytes(part);
                frames++;
            }
            bytes.writeBytes(answers.trailer());
        }
        return new Answer(frames, bytes.toByteArray());
    }

    @Test
    void sendsPartialAnswersWhileTheDiskIsSlow() {
        Answer atOnce = answer(() -> 0);
        AtomicLong now = new AtomicLong();
        Answer slow = answer(() -> now.addAndGet(TimeUnit.MILLISECONDS.toNanos(60)));
        assertThat(atOnce.frames).isZero();
        assertThat(slow.frames).isBetween(KEYS - 1, KEYS);
        assertThat(slow.bytes).isEqualTo(atOnce.bytes).hasSize(4 * KEYS);
    }
}
