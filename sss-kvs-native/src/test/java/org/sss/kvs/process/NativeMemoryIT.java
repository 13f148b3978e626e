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
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int BUFFERS = 1600;

    @Test
    void aProcessGetsSmallerWhenItGivesBackWhatItFreed() throws Exception {
        ChildJvm.Result result = ChildJvm.run(List.of(), Freed.class);
        assertThat(result.status()).as(result.output()).isZero();
        long savedKib = Long.parseLong(
                result.output().strip().lines().reduce((first, last) -> last).orElseThrow());
        assertThat(savedKib).isGreaterThan(32 << 10);
    }

    /**
     * Frees all but the last of many buffers, which prevents the C library from returning those below it to the system.
     */
    static final class Freed {
        public static void main(String[] args) throws IOException {
            KvsLibrary.require();
            ByteBuffer last = fill();
            while (direct().getMemoryUsed() > 2 * BUFFER_BYTES) {
                System.gc();
            }
            long before = residentKib();
            if (!NativeMemory.giveBack() || last.get(0) != 0) {
                throw new IllegalStateException("nothing was given back");
            }
            System.out.println(before - residentKib());
        }

        private static ByteBuffer fill() {
            List<ByteBuffer> buffers = new ArrayList<>();
            for (int i = 0; i < BUFFERS; i++) {
                buffers.add(ByteBuffer.allocateDirect(BUFFER_BYTES));
            }
            return buffers.get(BUFFERS - 1);
        }

        private static BufferPoolMXBean direct() {
            return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                    .filter(pool -> pool.getName().equals("direct"))
                    .findFirst()
                    .orElseThrow();
        }

        private static long residentKib() throws IOException {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(l -> l.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(line.replaceAll("\\D", ""));
        }
    }
}
