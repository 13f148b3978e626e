package org.sss.net.peer;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** What a peer may do. Each role includes those before it. */
public enum Role {
    /** Read metrics and the health of the cluster, over HTTP. */
    MONITOR,
    /** Read groups and the state of workflows. */
    READ,
    /** Write, rename and drop groups. */
    WRITE,
    /** Run workflows, which execute code as the user of the nodes. */
    RUN,
    /** Manage the cluster. */
    ADMIN,
    /** A node of the cluster: run tasks, commit and drop data. */
    NODE;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }

    /**
     * Parses a role of a token of a user.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the list of roles
     */
    public static Role ofUser(String text) {
        for (Role role : values()) {
            if (role != NODE && role.toString().equals(text)) {
                return role;
            }
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "role '" + text + "' is unknown; take one of "
                        + Arrays.stream(values())
                                .filter(role -> role != NODE)
                                .map(Role::toString)
                                .collect(Collectors.joining(", ")));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
