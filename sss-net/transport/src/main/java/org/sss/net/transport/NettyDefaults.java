package org.sss.net.transport;

/** Netty properties that SSS sets unless the program has set them. Stateless. */
public final class NettyDefaults {
    private NettyDefaults() {}

    /** Call it before the first use of a Netty class; later it has no effect. */
    public static void apply() {
        // Otherwise the first buffer loads the flight recorder: 100 classes, a fifteenth of the start-up time of a
        // cluster.
        if (System.getProperty("io.netty.jfr.enabled") == null) {
            System.setProperty("io.netty.jfr.enabled", "false");
        }
    }
}
