package org.sss.net.library;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Checks that the libraries on the class path of a program are of versions that SSS works with. Build tools choose one
 * version of each, which may be one that another dependency or a parent asks for. Only libraries that SSS uses at every
 * start are checked, of which other versions are in wide use. Thread-safe.
 */
public final class Libraries {
    /** The versions that SSS is built with. */
    static final String NETTY = "4.2.18.Final";

    static final String JACKSON = "2.23.0";
    static final String SLF4J = "2.0.20";

    private static final String FOR_NETTY = remedy("io.netty:netty-bom:" + NETTY, "netty.version", NETTY);
    private static final String FOR_JACKSON =
            remedy("com.fasterxml.jackson:jackson-bom:" + JACKSON, "jackson-bom.version", JACKSON);
    private static final String FOR_SLF4J =
            "set <slf4j.version>" + SLF4J + "</slf4j.version> in a project whose parent is Spring Boot, or import"
                    + " org.slf4j:slf4j-bom:" + SLF4J + " before other BOMs";

    static final List<Library> ALL = List.of(
            netty("io.netty.util.ReferenceCounted", "io.netty.util.concurrent.ThreadAwareExecutor"),
            netty("io.netty.buffer.ByteBufAllocator", "io.netty.buffer.ByteBufAllocator"),
            netty("io.netty.channel.ChannelHandler", "io.netty.channel.IoHandlerFactory"),
            jackson("com.fasterxml.jackson.core.Versioned", "com.fasterxml.jackson.core.StreamReadConstraints"),
            jackson(
                    "com.fasterxml.jackson.databind.JsonSerializable",
                    "com.fasterxml.jackson.databind.JsonSerializable"),
            new Library(
                    "SLF4J", "org.slf4j.Logger", "org.slf4j.spi.LoggingEventBuilder", "slf4j-api", "2.0", FOR_SLF4J));

    private static volatile boolean areChecked;

    private Libraries() {}

    /**
     * Called before other classes of the libraries are used. Costs nothing after the first time.
     *
     * @throws SssException INVALID_ARGUMENT for another version, with its jar and the remedy
     */
    public static void check() {
        if (!areChecked) {
            check(Libraries.class.getClassLoader());
            areChecked = true;
        }
    }

    static void check(ClassLoader loader) {
        for (Library library : ALL) {
            String problem = library.problem(loader);
            if (problem != null) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, problem);
            }
        }
    }

    private static Library netty(String anchor, String marker) {
        return new Library("Netty", anchor, marker, "netty/", "4.2", FOR_NETTY);
    }

    private static Library jackson(String anchor, String marker) {
        return new Library("Jackson", anchor, marker, "jackson-", "2.16", FOR_JACKSON);
    }

    private static String remedy(String bom, String property, String version) {
        return "set <" + property + ">" + version + "</" + property
                + "> in a project whose parent is Spring Boot, or import " + bom
                + " before other BOMs, or depend on org.sss:sss-all, which has its own";
    }
}
