package org.sss.net.peer;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Who is at the other end of a connection. Immutable.
 *
 * @param name such as {@code token 3f2a9c} or {@code node node-1}, for messages and quotas
 * @param role what it may do
 * @param groups prefixes of the groups that it may read and write; empty stands for all groups
 * @param share percentage of each {@link PeerLimit limited resource} that all its connections may use
 */
public record Principal(String name, Role role, List<String> groups, int share) {
    /** The share of a token for which no other was chosen. */
    public static final int DEFAULT_SHARE = 75;

    /** Any peer of a cluster without security. */
    public static final Principal ANYONE = new Principal("anyone", Role.NODE, List.of(), 100);
    /** Code of this process. */
    public static final Principal THIS_PROCESS = new Principal("this process", Role.NODE, List.of(), 100);

    public Principal {
        groups = List.copyOf(groups);
    }

    /**
     * A node of the cluster.
     *
     * @param name that of its certificate or its token
     */
    public static Principal node(String name) {
        return new Principal("node " + name, Role.NODE, List.of(), 100);
    }

    /** Returns true if it may use all groups. */
    public boolean hasAllGroups() {
        return groups.isEmpty();
    }

    /** Returns true if it may use the group {@code name}. */
    public boolean hasGroup(String name) {
        return groups.isEmpty() || groups.stream().anyMatch(name::startsWith);
    }

    /** @throws SssException {@link ErrorCode#FORBIDDEN} if it may not use the group {@code name} */
    public void checkGroup(String name) {
        if (!hasGroup(name)) {
            throw forbidden("group '" + name + "' is not among the groups of " + this.name + " ("
                    + String.join("*, ", groups) + "*)");
        }
    }

    /**
     * Checks that it may use {@code verb}.
     *
     * @param required the least role for the verb
     * @param ofGroups whether the verb may be used by principals that are restricted to groups
     * @throws SssException {@link ErrorCode#FORBIDDEN} with the role that is needed
     */
    public void check(String verb, Role required, boolean ofGroups) {
        if (!role.includes(required)) {
            throw forbidden("'" + verb + "' needs role " + required + ", and " + name + " has role " + role);
        }
        if (!ofGroups && !hasAllGroups()) {
            throw forbidden("'" + verb + "' needs a token for all groups, and " + name + " is restricted to "
                    + String.join("*, ", groups) + "*");
        }
    }

    /** Without a stack trace: rejecting a peer must be cheap. */
    private static SssException forbidden(String why) {
        return SssException.withoutTrace(
                ErrorCode.FORBIDDEN,
                "forbidden: " + why + "; ask the administrator of the cluster for a token" + " ('sss security token')");
    }
}
