package org.sss.http.server;

import io.netty.channel.Channel;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;

/**
 * The connections of a listener. Only so many may come from one address of another machine, belong to one caller, or
 * to nobody known: a further one of those closes the oldest. Thread-safe.
 */
final class OpenConnections {
    private final Limits limits;
    /** With their callers, if known. Guarded by this, as are the next two. */
    private final Map<Channel, Optional<Principal>> all = new HashMap<>();
    /** Those without a caller, oldest first. */
    private final Set<Channel> unproved = new LinkedHashSet<>();
    /** By address and by caller. */
    private final Map<Object, Integer> shares = new HashMap<>();

    OpenConnections(Limits limits) {
        this.limits = limits;
    }

    /**
     * Adds an accepted connection.
     *
     * @param address of another machine; null for this one, where it does not identify the client
     * @return false if there are too many
     */
    synchronized boolean add(Channel channel, String address) {
        boolean isFull = all.size() >= limits.connections()
                || address != null && shares.getOrDefault(address, 0) >= limits.perCaller();
        if (isFull) {
            return false;
        }
        all.put(channel, Optional.empty());
        unproved.add(channel);
        if (address != null) {
            shares.merge(address, 1, Integer::sum);
        }
        closeOldest();
        return true;
    }

    private void closeOldest() {
        if (unproved.size() > limits.unproved()) {
            Iterator<Channel> oldest = unproved.iterator();
            Channel closing = oldest.next();
            oldest.remove();
            closing.close();
        }
    }

    /**
     * A request of {@code caller} has come by a connection.
     *
     * @param before its caller until now, or null
     * @throws SssException {@link ErrorCode#OVERLOADED} if that caller has too many
     */
    synchronized void prove(Channel channel, Principal before, Principal caller) {
        if (caller.equals(before)) {
            return;
        }
        boolean isLimited = !caller.equals(Principal.ANYONE);
        if (isLimited && shares.getOrDefault(caller, 0) >= limits.perCaller()) {
            throw SssException.withoutTrace(
                    ErrorCode.OVERLOADED,
                    "refused: " + caller.name() + " has " + limits.perCaller()
                            + " connections, which is the limit; close some, or use fewer at once");
        }
        free(before);
        all.replace(channel, Optional.of(caller));
        unproved.remove(channel);
        if (isLimited) {
            shares.merge(caller, 1, Integer::sum);
        }
    }

    /** The connection is closed. */
    synchronized void remove(Channel channel, String address, Principal caller) {
        all.remove(channel);
        unproved.remove(channel);
        free(address);
        free(caller);
    }

    private void free(Object share) {
        if (share != null) {
            shares.computeIfPresent(share, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    synchronized Set<Channel> all() {
        return Set.copyOf(all.keySet());
    }

    /** Returns the connections of callers that {@code isAccepted} refuses. */
    synchronized List<Channel> refused(Predicate<Principal> isAccepted) {
        return all.entrySet().stream()
                .filter(open -> open.getValue().isPresent()
                        && !isAccepted.test(open.getValue().get()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
