package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PayloadAssemblerTest {
    private static final PooledByteBufAllocator POOL = PooledByteBufAllocator.DEFAULT;

    private final PayloadAssembler assembler = new PayloadAssembler(POOL);
    private final List<ByteBuf> reads = new ArrayList<>();

    @Test
    void assemblesChunksOfAnySize() {
        Random random = new Random(3);
        for (int round = 0; round < 60; round++) {
            byte[] bytes = new byte[1 + random.nextInt(300_000)];
            random.nextBytes(bytes);
            int max = 1 + random.nextInt(round % 2 == 0 ? 200_000 : 20_000);
            ByteBuf whole = add(bytes, max, random);
            assertThat(ByteBufUtil.getBytes(whole)).as("round %d", round).isEqualTo(bytes);
            whole.release();
            assertAllReadsAreFree();
        }
    }

    @Test
    void largeChunkOfAReadBufferIsNotCopied() {
        ByteBuf read = read(new byte[8_000]);
        assembler.add(read, 8_000, 16_000);
        assertThat(read.refCnt()).isEqualTo(2);
        assembler.close();
        assertAllReadsAreFree();
    }

    @Test
    void fewBytesDoNotRetainTheirReadBuffer() {
        ByteBuf read = read(new byte[64_000]);
        assembler.add(read, 5_000, 16_000);
        assertThat(read.refCnt()).isEqualTo(1);
        assembler.close();
        assertAllReadsAreFree();
    }

    @Test
    void nextPayloadStartsEmpty() {
        add(new byte[100_000], 70_000, new Random(1)).release();
        assertThat(assembler.bytes()).isZero();
        ByteBuf next = add(new byte[] {1, 2, 3}, 3, new Random(1));
        assertThat(ByteBufUtil.getBytes(next)).containsExactly(1, 2, 3);
        next.release();
        assertAllReadsAreFree();
    }

    private ByteBuf add(byte[] bytes, int max, Random random) {
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(max));
            byte[] chunk = new byte[count];
            System.arraycopy(bytes, at, chunk, 0, count);
            assembler.add(read(chunk), count, bytes.length);
            at += count;
            assertThat(assembler.bytes()).isEqualTo(at);
        }
        return assembler.take();
    }

    private ByteBuf read(byte[] bytes) {
        ByteBuf read = POOL.directBuffer(bytes.length).writeBytes(bytes);
        reads.add(read);
        return read;
    }

    private void assertAllReadsAreFree() {
        reads.forEach(read -> assertThat(read.refCnt()).isEqualTo(1));
        reads.forEach(ByteBuf::release);
        reads.clear();
    }
}
