package org.sss.net.transport;

/** Properties of Netty that SSS sets unless the program did. Stateless. */
public final class NettyDefaults {
    private NettyDefaults() {
    }

    /** To be called before the first class of Netty is used; later it has no effect. */
    public static void apply() {
        // Else the first buffer loads the flight recorder: 100 classes, a fifteenth of the start of a cluster.
        if (System.getProperty("io.netty.jfr.enabled") == null) {
            System.setProperty("io.netty.jfr.enabled", "false");
        }
    }
}
