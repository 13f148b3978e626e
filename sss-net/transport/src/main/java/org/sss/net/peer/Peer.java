package org.sss.net.peer;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sss.api.SssException;

/**
 * The other side of one connection: who it is, and what {@link PeerLimit limits} apply. Compared by identity.
 * Thread-safe.
 */
public final class Peer {
    /** Code of this process, to which no per-peer limit applies. */
    public static final Peer THIS_PROCESS = new Peer(null, null, Principal.THIS_PROCESS);

    /** For limits. */
    private final String host;

    private final String address;
    private volatile Principal principal;
    private volatile String certificate;
    private volatile Supplier<ListenerId> listener = () -> ListenerId.UNKNOWN;
    /** Guarded by this, as are the fields below. */
    private final List<Runnable> closeActions = new ArrayList<>(1);

    private Consumer<SssException> connection = reason -> {};
    private Runnable proved = () -> {};
    private boolean closed;

    private Peer(String host, String address, Principal principal) {
        this.host = host;
        this.address = address;
        this.principal = principal;
    }

    /** A new connection with {@code address}, which may be null if unknown, in a cluster without security. */
    public static Peer at(InetSocketAddress address) {
        return at(address, Principal.ANYONE);
    }

    /** A new connection with {@code address} that must authenticate. */
    public static Peer unauthenticated(InetSocketAddress address) {
        return at(address, null);
    }

    /** Code of this process that acts for {@code principal}, whose limits apply. */
    public static Peer within(Principal principal) {
        return new Peer(null, null, principal);
    }

    private static Peer at(InetSocketAddress address, Principal principal) {
        InetAddress host = address == null ? null : address.getAddress();
        return host == null || host.isLoopbackAddress()
                ? new Peer(null, null, principal)
                : new Peer(limited(host), host.getHostAddress(), principal);
    }

    /** One machine has a /64 of IPv6 or more, so all its addresses count as one. */
    private static String limited(InetAddress host) {
        if (!(host instanceof Inet6Address)) {
            return host.getHostAddress();
        }
        byte[] prefix = Arrays.copyOf(host.getAddress(), 16);
        Arrays.fill(prefix, 8, 16, (byte) 0);
        try {
            return InetAddress.getByAddress(prefix).getHostAddress() + "/64";
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }

    /** The listener that it has connected to. */
    public ListenerId listener() {
        return listener.get();
    }

    /** Sets what finds the listener that it has connected to. */
    public void connectedTo(Supplier<ListenerId> found) {
        listener = found;
    }

    /** Sets what runs once it has proved who it is. */
    public synchronized void whenProved(Runnable action) {
        proved = action;
    }

    /** Returns null before it has authenticated. */
    public Principal principal() {
        return principal;
    }

    /** Returns the serial number of the certificate by which it has proved who it is, in hex, or null. */
    public String certificate() {
        return certificate;
    }

    /**
     * Sets who it is, by a certificate.
     *
     * @param serial in hex
     */
    public void certified(Principal proved, String serial) {
        certificate = serial;
        authenticated(proved);
    }

    /**
     * Sets who it is, once it has proved that.
     *
     * @return false, without an effect, if it has proved who it is before: {@link PeerLimit} counts by that
     */
    public boolean authenticated(Principal who) {
        Runnable action;
        synchronized (this) {
            if (principal != null) {
                return false;
            }
            principal = who;
            action = proved;
        }
        action.run();
        return true;
    }

    /** Sets what closes the connection. */
    public synchronized void closeBy(Consumer<SssException> close) {
        connection = close;
    }

    /**
     * Closes the connection.
     *
     * @param reason for the streams that are open
     */
    public void disconnect(SssException reason) {
        Consumer<SssException> close;
        synchronized (this) {
            close = connection;
        }
        close.accept(reason);
    }

    /** Runs {@code action} once the connection is closed, or now if it is. The action must not block or throw. */
    public void whenClosed(Runnable action) {
        synchronized (this) {
            if (!closed) {
                closeActions.add(action);
                return;
            }
        }
        action.run();
    }

    /** The connection is closed. Idempotent. */
    public void closed() {
        List<Runnable> actions;
        synchronized (this) {
            closed = true;
            actions = List.copyOf(closeActions);
            closeActions.clear();
        }
        actions.forEach(Runnable::run);
    }

    /**
     * The address shared by all connections of one machine, with IPv6 its first half; null for this machine, where the
     * address does not identify the peer, and if unknown.
     */
    String host() {
        return host;
    }

    /** Returns the address of its machine, or null for this machine and if it is unknown. */
    public String from() {
        return address;
    }

    /** Whose share of log lines it uses: its token's, or that of its address without a token. */
    public String quotaName() {
        Principal known = principal;
        return known != null && !known.equals(Principal.ANYONE) ? known.name() : host == null ? "this machine" : host;
    }

    @Override
    public String toString() {
        Principal known = principal;
        String who = known == null || known.equals(Principal.ANYONE) ? "" : known.name() + " on ";
        return this == THIS_PROCESS
                ? "this process"
                : who + (host == null ? "a connection of this machine" : "a connection from " + address);
    }
}
