package org.sss.net.peer;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The other side of one connection, as {@link PeerLimit limits} see it. Compared by identity. Immutable. */
public final class Peer {
    /** Code of this process, to which no per-peer limit applies. */
    public static final Peer THIS_PROCESS = new Peer(null);

    private final String host;

    private Peer(String host) {
        this.host = host;
    }

    /** A new connection with {@code address}, which may be null if unknown. */
    public static Peer at(InetSocketAddress address) {
        InetAddress host = address == null ? null : address.getAddress();
        return new Peer(host == null || host.isLoopbackAddress() ? null : host.getHostAddress());
    }

    /**
     * The address shared by all connections of one machine; null for this machine, where the address does not identify
     * the peer, and if unknown.
     */
    String host() {
        return host;
    }

    @Override
    public String toString() {
        return this == THIS_PROCESS ? "this process" : host == null ? "a connection of this machine" : "a connection from " + host;
    }
}
