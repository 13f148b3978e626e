package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BigEndianTest {
    @Test
    void aPrefixIsTheFirstEightBytesPaddedWithZerosAnywhereInAnArray() {
        for (int size = 0; size <= 24; size++) {
            byte[] bytes = new byte[size];
            for (int i = 0; i < size; i++) {
                bytes[i] = (byte) (0xF1 + 7 * i);
            }
            for (int offset = 0; offset <= size; offset++) {
                for (int length = 0; offset + length <= size; length++) {
                    long expected = ByteBuffer.wrap(
                                    Arrays.copyOf(Arrays.copyOfRange(bytes, offset, offset + length), 8))
                            .getLong();
                    assertThat(BigEndian.prefix(bytes, offset, length))
                            .as("%d of %d bytes at %d", length, size, offset)
                            .isEqualTo(expected);
                }
            }
        }
    }
}
