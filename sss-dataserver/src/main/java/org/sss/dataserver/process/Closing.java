package org.sss.dataserver.process;

import java.util.List;
import java.util.function.Consumer;

/**
 * Closes many resources: all of them, even if some fail; throws the first exception, with the others suppressed.
 * Stateless.
 */
public final class Closing {
    private Closing() {}

    public static void all(Runnable... closes) {
        each(List.of(closes), Runnable::run);
    }

    public static <T> void each(Iterable<T> all, Consumer<? super T> close) {
        Throwable failed = null;
        for (T one : all) {
            try {
                close.accept(one);
            } catch (RuntimeException | Error e) {
                if (failed == null) {
                    failed = e;
                } else if (failed != e) {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed instanceof Error error) {
            throw error;
        } else if (failed != null) {
            throw (RuntimeException) failed;
        }
    }
}
