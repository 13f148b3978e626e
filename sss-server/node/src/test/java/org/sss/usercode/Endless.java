package org.sss.usercode;

import java.util.concurrent.CountDownLatch;

/** Code as users write it, which is not in the packages of the engine. */
public final class Endless {
    private Endless() {}

    /** Takes no notice of interrupts. */
    public static void untilReleased(CountDownLatch released) {
        while (released.getCount() > 0) {
            Thread.onSpinWait();
        }
    }
}
