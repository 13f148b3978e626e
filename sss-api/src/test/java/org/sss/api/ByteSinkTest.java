package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ByteSinkTest {
    private final ByteSink sink = new ByteSink(0);

    @Test
    void writesNumbersBigEndian() {
        sink.writeByte(0x1FF);
        sink.writeInt(0x01020304);
        sink.writeLong(0x05060708090A0B0CL);

        assertThat(sink.toByteArray()).isEqualTo(Probe.bytes("FF 01 02 03 04 05 06 07 08 09 0A 0B 0C"));
        assertThat(sink.size()).isEqualTo(13);
    }

    @Test
    void growingRetainsContent() {
        for (int i = 0; i < 1000; i++) {
            sink.writeInt(i);
        }

        assertThat(sink.size()).isEqualTo(4000);
        assertThat(sink.capacity()).isGreaterThanOrEqualTo(4000);
        assertThat(sink.toByteArray()).startsWith(0, 0, 0, 0, 0, 0, 0, 1).endsWith(0, 0, 3, (byte) 231);
    }

    @Test
    void writesRangeOfArray() {
        sink.write(new byte[] {1, 2, 3, 4}, 1, 2);
        sink.write(new byte[] {5});

        assertThat(sink.toByteArray()).containsExactly(2, 3, 5);
    }

    @Test
    void truncatesAndClears() {
        sink.write(new byte[] {1, 2, 3});
        sink.truncate(1);
        assertThat(sink.toByteArray()).containsExactly(1);

        sink.clear();
        assertThat(sink.toByteArray()).isEmpty();
    }

    @Test
    void truncateCannotExtend() {
        assertThatIllegalArgumentException().isThrownBy(() -> sink.truncate(1));
        assertThatIllegalArgumentException().isThrownBy(() -> sink.truncate(-1));
    }

    @Test
    void advanceCountsBytesWrittenToArray() {
        sink.ensure(100);
        sink.array()[0] = 42;
        sink.advance(1);

        assertThat(sink.toByteArray()).containsExactly(42);
        assertThatIllegalArgumentException().isThrownBy(() -> sink.advance(sink.capacity()));
        assertThatIllegalArgumentException().isThrownBy(() -> sink.advance(-1));
    }

    @Test
    void rejectsMoreThanAnArrayCanContain() {
        sink.writeByte(1);

        Probe.assertFails(ErrorCode.TOO_LARGE, () -> sink.ensure(Integer.MAX_VALUE), "2147483648 bytes", "1 GiB");
        assertThat(sink.toByteArray()).containsExactly(1);
    }
}
