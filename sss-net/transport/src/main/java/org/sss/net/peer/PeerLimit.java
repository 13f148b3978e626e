package org.sss.net.peer;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Limits a resource shared by all peers of a node, such as streams, threads or bytes. One connection gets at most its
 * share, all connections of one token the share of the token, and all connections from one address of another machine
 * at most seven eighths, so that a single peer cannot starve the others. {@link Peer#THIS_PROCESS} is counted, but has
 * no share limit. Thread-safe.
 */
public final class PeerLimit {
    private final String what;
    private final long max;
    private final long maxPerConnection;
    private final long maxPerHost;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refused = new LongAdder();
    /** By connection, by principal and by host. Guarded by this. */
    private final Map<Object, Long> shares = new HashMap<>();

    /**
     * One connection may use half of it.
     *
     * @param what the counted resource, such as {@code put streams open}: "the node has 10 put streams open"
     */
    public PeerLimit(String what, long max) {
        this(what, max, Math.max(1, max / 2));
    }

    public PeerLimit(String what, long max, long maxPerConnection) {
        this.what = what;
        this.max = max;
        this.maxPerConnection = maxPerConnection;
        maxPerHost = Math.max(maxPerConnection, max - max / 8);
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} if the limit would be exceeded; then nothing is taken */
    public void take(Peer peer, long amount) {
        take(peer, peer.principal(), amount);
    }

    /** As {@link #take(Peer, long)}, for a peer that is about to become {@code principal}. */
    public void take(Peer peer, Principal principal, long amount) {
        long after = used.addAndGet(amount);
        boolean taken = false;
        try {
            if (after > max) {
                throw overloaded("the node has " + (after - amount) + " " + what + ", and " + max + " are the limit");
            }
            if (peer != Peer.THIS_PROCESS) {
                takeShare(peer, principal, amount);
            }
            taken = true;
        } finally {
            if (!taken) {
                used.addAndGet(-amount);
                refused.increment();
            }
        }
    }

    private synchronized void takeShare(Peer peer, Principal principal, long amount) {
        long ofConnection = shares.getOrDefault(peer, 0L) + amount;
        if (ofConnection > maxPerConnection) {
            throw overloaded("the node has " + (ofConnection - amount) + " " + what + " for this connection, and "
                    + maxPerConnection + " of " + max + " are the limit of one connection");
        }
        if (isLimited(principal)) {
            long ofToken = shares.getOrDefault(principal, 0L) + amount;
            long share = Math.max(1, max * principal.share() / 100);
            if (ofToken > share) {
                throw overloaded("the node has " + (ofToken - amount) + " " + what + " for " + principal.name()
                        + ", and " + share + " of " + max + " are its share of " + principal.share()
                        + " %; 'sss security token --share' makes a token with another one");
            }
        }
        if (peer.host() != null) {
            long ofHost = shares.getOrDefault(peer.host(), 0L) + amount;
            if (ofHost > maxPerHost) {
                throw overloaded("the node has " + (ofHost - amount) + " " + what + " for connections from "
                        + peer.host() + ", and " + maxPerHost + " of " + max + " are the limit of one address");
            }
            shares.put(peer.host(), ofHost);
        }
        if (isLimited(principal)) {
            shares.merge(principal, amount, Long::sum);
        }
        shares.put(peer, ofConnection);
    }

    private static boolean isLimited(Principal principal) {
        return principal != null && principal.share() < 100;
    }

    /** Returns an amount that was taken. */
    public void free(Peer peer, long amount) {
        free(peer, peer.principal(), amount);
    }

    /** As {@link #free(Peer, long)}, for an amount that was taken for {@code principal}. */
    public void free(Peer peer, Principal principal, long amount) {
        used.addAndGet(-amount);
        if (peer != Peer.THIS_PROCESS) {
            freeShare(peer, principal, amount);
        }
    }

    private synchronized void freeShare(Peer peer, Principal principal, long amount) {
        shares.computeIfPresent(peer, (key, before) -> left(before, amount));
        if (isLimited(principal)) {
            shares.computeIfPresent(principal, (key, before) -> left(before, amount));
        }
        if (peer.host() != null) {
            shares.computeIfPresent(peer.host(), (key, before) -> left(before, amount));
        }
    }

    private static Long left(long before, long amount) {
        return before == amount ? null : Long.valueOf(before - amount);
    }

    /** Returns how many connections, principals and hosts have a share. */
    synchronized int shares() {
        return shares.size();
    }

    public long used() {
        return used.get();
    }

    /** Returns how often nothing could be taken. */
    public long refused() {
        return refused.sum();
    }

    public long max() {
        return max;
    }

    /** Without a stack trace: rejecting a peer must be cheap. */
    private static SssException overloaded(String why) {
        return SssException.withoutTrace(ErrorCode.OVERLOADED, "refused: " + why + "; try again later");
    }
}
