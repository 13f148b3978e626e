package org.sss.net.testing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LeaksTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);

    /** The leaks of this class are not reported. */
    @BeforeEach
    void beQuiet() {
        log.setAdditive(false);
    }

    @AfterEach
    void beLoud() {
        log.setAdditive(true);
    }

    @Test
    void detectsUnreleasedBuffer() {
        lose(PooledByteBufAllocator.DEFAULT.directBuffer(10));
        assertThat(Leaks.found()).singleElement().asString().contains("detectsUnreleasedBuffer");
        lose(UnpooledByteBufAllocator.DEFAULT.directBuffer(10));
        assertThat(Leaks.found()).hasSize(1);
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void detectsUnreleasedComponentOfACompositeBuffer() {
        loseJoined();
        assertThat(Leaks.found()).isNotEmpty();
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void releasedBufferIsNoLeak() {
        PooledByteBufAllocator.DEFAULT.directBuffer(10).writeLong(7).release();
        assertThat(Leaks.found()).isEmpty();
    }

    @Test
    void everyBufferIsTracked() {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
    }

    private static void loseJoined() {
        CompositeByteBuf joined = PooledByteBufAllocator.DEFAULT.compositeBuffer();
        lose(joined.addComponent(PooledByteBufAllocator.DEFAULT.directBuffer(10)));
    }

    private static void lose(ByteBuf buffer) {
        assertThat(buffer.refCnt()).isPositive();
    }
}
