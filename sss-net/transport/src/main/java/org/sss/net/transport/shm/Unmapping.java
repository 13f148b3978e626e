package org.sss.net.transport.shm;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Frees mapped memory at once. Where Java does not permit that, the garbage collector frees it later. Stateless. */
final class Unmapping {
    private static final Logger LOG = LoggerFactory.getLogger(Unmapping.class);
    private static final MethodHandle CLEANER = cleaner();

    private Unmapping() {}

    /** The buffer and its slices must not be used afterwards: that would end the process. */
    static void unmap(MappedByteBuffer buffer) {
        if (CLEANER == null) {
            return;
        }
        try {
            CLEANER.invoke((ByteBuffer) buffer);
        } catch (Throwable t) {
            LOG.debug("Cannot unmap", t);
        }
    }

    private static MethodHandle cleaner() {
        try {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            Field instance = unsafe.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            return MethodHandles.lookup()
                    .findVirtual(unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class))
                    .bindTo(instance.get(null));
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("Mapped memory is freed by the garbage collector", e);
            return null;
        }
    }
}
