package org.sss.kvs.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.kvs.ChildJvm;
import org.sss.kvs.library.KvsLibrary;

final class NativeMemoryIT {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int PIECES = 1600;

    @Test
    void aProcessGetsSmallerWhenItGivesBackWhatItFreed() throws Exception {
        ChildJvm.Result result = ChildJvm.run(List.of(), Freed.class);
        assertThat(result.status()).as(result.output()).isZero();
        long savedKib = Long.parseLong(result.output().strip().lines().reduce((first, last) -> last).orElseThrow());
        assertThat(savedKib).isGreaterThan(32 << 10);
    }

    /** Frees all but the last of many pieces, which keeps the C library from giving back those that lie below it. */
    static final class Freed {
        public static void main(String[] args) throws IOException {
            KvsLibrary.require();
            ByteBuffer last = fill();
            while (direct().getMemoryUsed() > 2 * PIECE_BYTES) {
                System.gc();
            }
            long before = residentKib();
            if (!NativeMemory.giveBack() || last.get(0) != 0) {
                throw new IllegalStateException("nothing was given back");
            }
            System.out.println(before - residentKib());
        }

        private static ByteBuffer fill() {
            List<ByteBuffer> pieces = new ArrayList<>();
            for (int i = 0; i < PIECES; i++) {
                pieces.add(ByteBuffer.allocateDirect(PIECE_BYTES));
            }
            return pieces.get(PIECES - 1);
        }

        private static BufferPoolMXBean direct() {
            return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .filter(pool -> pool.getName().equals("direct")).findFirst().orElseThrow();
        }

        private static long residentKib() throws IOException {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(l -> l.startsWith("VmRSS:"))
                    .findFirst().orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        }
    }
}
