package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeArraysTest {
    private static final int MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1, 2 * MEBIBYTE, 5_000_000})
    void transfersAllBytesInChunks(int length) throws IOException {
        byte[] bytes = new byte[length + 3];
        new Random(length).nextBytes(bytes);
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] piece, int offset, int count) {
                assertThat(count).isBetween(1, MEBIBYTE);
                super.write(piece, offset, count);
            }
        };
        LargeArrays.write(out, bytes, 3, length);
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 3, length + 3));
        byte[] read = new byte[length + 1];
        LargeArrays.read(new DataInputStream(new ByteArrayInputStream(out.toByteArray())), read, length);
        assertThat(Arrays.copyOf(read, length)).isEqualTo(out.toByteArray());
    }
}
