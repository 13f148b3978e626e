package org.sss.server.node;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.Numbered;
import org.sss.net.peer.Principal;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;

/**
 * Checks by name which groups a restricted token may read: number and identity of a group, which a reader may have
 * learned before, survive a rename. Asks the coordinator, and uses an answer for some seconds. Thread-safe.
 */
final class GroupNames {
    static final long FRESH_NANOS = Duration.ofSeconds(3).toNanos();
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_KNOWN = 1_000;

    private final Supplier<Connection> coordinator;
    private final LongSupplier nanoTime;
    private final Map<GroupKey, Known> known = new ConcurrentHashMap<>();

    private record Known(String name, long nanos) {}

    /** @param nanoTime {@link System#nanoTime} */
    GroupNames(Supplier<Connection> coordinator, LongSupplier nanoTime) {
        this.coordinator = coordinator;
        this.nanoTime = nanoTime;
    }

    /**
     * @throws SssException {@link ErrorCode#FORBIDDEN} if the reader may not use the group under its current name;
     *     {@link ErrorCode#NOT_FOUND} if it has none
     */
    void check(Principal reader, GroupKey group) {
        if (reader.hasAllGroups()) {
            return;
        }
        if (!reader.hasGroup(name(group))) {
            throw SssException.withoutTrace(
                    ErrorCode.FORBIDDEN,
                    "forbidden: group " + group + " is not among the groups of " + reader.name() + " ("
                            + String.join("*, ", reader.groups()) + "*) any more: it has another name now");
        }
    }

    private String name(GroupKey group) {
        long now = nanoTime.getAsLong();
        Known before = known.get(group);
        if (before != null && now - before.nanos < FRESH_NANOS) {
            return before.name;
        }
        String name = Rpc.call(coordinator.get(), ServerVerbs.GROUP_NAME, new Numbered(group), Name.class, TIMEOUT)
                .name();
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        known.put(group, new Known(name, now));
        return name;
    }
}
