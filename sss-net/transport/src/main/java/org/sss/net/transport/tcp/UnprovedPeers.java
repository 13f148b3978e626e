package org.sss.net.transport.tcp;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The connections of a listener whose peers have not proved who they are, which is a limited number: a new one replaces
 * the oldest one of the address that has most. So peers without a token, however many connections they open, do not
 * keep others out. Thread-safe.
 *
 * @param <C> a connection
 */
final class UnprovedPeers<C> {
    private final int max;
    /** With the address for limits, oldest first. Guarded by this, as is the next field. */
    private final Map<C, String> connections = new LinkedHashMap<>();

    private final Map<String, Integer> counts = new HashMap<>();

    UnprovedPeers(int max) {
        this.max = max;
    }

    /**
     * Adds a connection.
     *
     * @param address for limits
     * @return the connection that the caller closes for it
     */
    synchronized Optional<C> add(C connection, String address) {
        Optional<C> replaced = connections.size() < max ? Optional.empty() : oldestOfMost();
        replaced.ifPresent(this::remove);
        connections.put(connection, address);
        counts.merge(address, 1, Integer::sum);
        return replaced;
    }

    private Optional<C> oldestOfMost() {
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return connections.entrySet().stream()
                .filter(entry -> counts.get(entry.getValue()) == most)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Its peer has proved who it is, or it is closed. Idempotent. */
    synchronized void remove(C connection) {
        String address = connections.remove(connection);
        if (address != null) {
            counts.computeIfPresent(address, (key, count) -> count == 1 ? null : Integer.valueOf(count - 1));
        }
    }

    synchronized int size() {
        return connections.size();
    }
}
