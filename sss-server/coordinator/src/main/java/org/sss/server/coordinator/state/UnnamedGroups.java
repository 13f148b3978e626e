package org.sss.server.coordinator.state;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Locations;
import org.sss.net.control.Placement;

/**
 * Groups that have no name yet: WRITING ones, temporary ones, and results that get their names later. Guarded by the
 * lock of the catalog.
 */
final class UnnamedGroups {
    private final Map<Long, Unnamed> byId = new HashMap<>();

    /**
     * @param locations by the rule, unless the group is temporary, which ends with this process
     * @param copies    that it shall have; 0 for as many as the cluster makes
     */
    record Unnamed(GroupInfo info, boolean replace, boolean temporary, Locations locations, int copies) {
        /** Returns the group as READY. */
        Unnamed ready(Committed committed) {
            if (!committed.locations().isComputed() && !temporary) {
                throw new SssException(
                        ErrorCode.INTERNAL,
                        "tuples of group " + info.id() + " are not at the owners of"
                                + " their subgroups, but it is not temporary");
            }
            GroupInfo ready =
                    info.ready(committed.sum(), committed.tuples(), committed.subgroups(), committed.placement());
            return new Unnamed(ready, replace, temporary, committed.locations(), copies);
        }

        Unnamed cloneOf(GroupInfo other) {
            return new Unnamed(
                    new GroupInfo(
                            info.key(),
                            info.name(),
                            GroupInfo.State.READY,
                            info.format(),
                            info.origin(),
                            other.content()),
                    replace,
                    temporary,
                    locations,
                    copies);
        }

        Unnamed placed(Placement placement) {
            return new Unnamed(info.withPlacement(placement), replace, temporary, locations, copies);
        }
    }

    void put(Unnamed group) {
        byId.put(group.info.id(), group);
    }

    Stream<GroupInfo> all() {
        return byId.values().stream().map(Unnamed::info);
    }

    /** Null if there is no such group. */
    Unnamed get(long id) {
        return byId.get(id);
    }

    /** Returns a group that is WRITING, or throws {@link ErrorCode#NOT_FOUND}. */
    Unnamed writing(long id) {
        Unnamed group = byId.get(id);
        if (group == null || group.info.state() != GroupInfo.State.WRITING) {
            throw new SssException(ErrorCode.NOT_FOUND, "group " + id + " is not being written");
        }
        return group;
    }

    /** Returns the removed group, or null. */
    Unnamed remove(long id) {
        return byId.remove(id);
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} if a group is to get this name when it is published */
    void checkFree(String name) {
        for (Unnamed other : byId.values()) {
            if (!other.temporary && other.info.name().equals(name)) {
                throw new SssException(
                        ErrorCode.ALREADY_EXISTS,
                        "group '" + name + "' is being written by "
                                + other.info.createdBy()
                                + "; wait for it, or replace it (import with --replace, replacing() in a program)");
            }
        }
    }
}
