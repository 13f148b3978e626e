package org.sss.net.testing;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.List;

/** What fuzz targets of connections check after each input. Stateless. */
public final class FuzzChecks {
    private FuzzChecks() {}

    public static void nothingLogged(ErrorLog log) {
        List<String> errors = log.take();
        if (!errors.isEmpty()) {
            throw new AssertionError("logged: " + errors);
        }
    }

    /** @param memory direct memory that only the target uses */
    public static void nothingLeaked(UnpooledByteBufAllocator memory) {
        if (memory.metric().usedDirectMemory() != 0) {
            throw new AssertionError(memory.metric().usedDirectMemory() + " bytes leaked");
        }
    }
}
