package org.sss.server.node.config;

import org.sss.net.transport.ring.RingShape;

/**
 * How data goes to other nodes of the same machine. Immutable.
 *
 * @param transport  {@code tcp}, {@code shm} or {@code auto}
 * @param required   whether the lack of shared memory is an error
 * @param bytes      shared memory of one direction of a connection
 * @param spinMicros how long a receiver polls before it sleeps
 */
public record RingSettings(String transport, boolean required, long bytes, int spinMicros) {
    /** By the socket. */
    public static final RingSettings OFF = new RingSettings("tcp", false, 8 << 20, 0);

    public boolean off() {
        return transport.equals("tcp");
    }

    /** Whether the lack of shared memory is worth a warning. */
    public boolean expected() {
        return transport.equals("shm");
    }

    public RingShape shape() {
        return RingShape.ofBytes(bytes);
    }
}
