package org.sss.benchmarks.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel tells each program about the machine when it starts: the units in which {@code /proc} counts. Stateless. */
final class Auxv {
    private static final Path FILE = Path.of("/proc/self/auxv");
    private static final long PAGE_SIZE = 6;
    private static final long CLOCK_TICKS = 17;
    private static final long USUAL_PAGE_BYTES = 4096;
    private static final long USUAL_TICKS = 100;

    private Auxv() {
    }

    /** Of a page of memory. */
    static long pageBytes() {
        return entry(PAGE_SIZE, USUAL_PAGE_BYTES);
    }

    /** In which {@code /proc} counts CPU time, whatever the kernel's own clock. */
    static long ticksPerSecond() {
        return entry(CLOCK_TICKS, USUAL_TICKS);
    }

    /** Entries are pairs of a kind and a value, each a long. */
    private static long entry(long kind, long otherwise) {
        try {
            ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(FILE)).order(ByteOrder.nativeOrder());
            while (entries.remaining() >= 2 * Long.BYTES) {
                long found = entries.getLong();
                long value = entries.getLong();
                if (found == kind) {
                    return value;
                }
            }
        } catch (IOException e) {
            // Where the kernel does not tell, it is as on nearly all machines.
        }
        return otherwise;
    }
}
