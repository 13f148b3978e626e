package org.sss.server.node.config;

import java.util.Map;
import org.sss.net.transport.ring.RingShape;

/**
 * How data goes to other nodes. Immutable.
 *
 * @param transport  {@code tcp}, {@code shm}, {@code ucx} or {@code auto}
 * @param required   whether it is an error if the socket would be used instead
 * @param bytes      memory of one direction of a connection
 * @param spinMicros how long a receiver polls before it sleeps
 * @param ucx        options of {@code ucx}
 * @param plaintext  whether {@code ucx} may be used although connections are encrypted
 */
public record RingSettings(
        String transport, boolean required, long bytes, int spinMicros, Map<String, String> ucx, boolean plaintext) {
    /** By the socket. */
    public static final RingSettings OFF =
            new RingSettings("tcp", false, 8 << 20, 0, Map.of("tls", "rc", "devices", "all"), false);

    static RingSettings of(SettingValues values) {
        return new RingSettings(
                values.get(Settings.NET_TRANSPORT),
                values.get(Settings.NET_TRANSPORT_REQUIRED).equals("true"),
                values.get(Settings.NET_RING_SIZE),
                values.get(Settings.NET_RING_SPIN),
                Map.of("tls", values.get(Settings.NET_UCX_TLS), "devices", values.get(Settings.NET_UCX_DEVICES)),
                values.get(Settings.NET_UCX_PLAINTEXT).equals("allowed"));
    }

    public boolean off() {
        return transport.equals("tcp");
    }

    /** Whether the use of the socket is worth a warning. */
    public boolean expected() {
        return !transport.equals("auto");
    }

    /** Whether memory is shared by a plugin, of the name {@link #transport}. */
    public boolean byPlugin() {
        return transport.equals("ucx");
    }

    public RingShape shape() {
        return RingShape.ofBytes(bytes);
    }
}
