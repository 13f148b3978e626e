package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ByteWindowTest {
    static final int CHUNK = 16;

    /** Else a record of hundreds of MiB would be moved for each MiB of it. */
    @Test
    void allocatesArrayOnlyWhenFull() throws IOException {
        byte[] bytes = new byte[1000];
        new Random(1).nextBytes(bytes);
        ByteWindow window = new ByteWindow(new ByteArrayInputStream(bytes), "it", 0, bytes.length, CHUNK);
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        do {
            arrays.add(window.array());
        } while (window.more());
        assertThat(arrays).hasSizeLessThan(10);
        assertThat(Arrays.copyOfRange(window.array(), window.start(), window.filled()))
                .isEqualTo(bytes);
    }

    @Test
    void shrinksAfterLongRecord() throws IOException {
        ByteWindow window = new ByteWindow(new ByteArrayInputStream(new byte[1000]), "it", 0, 500, CHUNK);
        while (window.filled() < 300) {
            window.more();
        }
        window.take(window.filled() - 1);
        window.more();
        assertThat(window.array()).hasSize(CHUNK);
        assertThat(window.position() + window.filled() - window.start()).isGreaterThan(300);
    }
}
