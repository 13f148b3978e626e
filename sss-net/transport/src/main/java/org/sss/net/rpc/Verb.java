package org.sss.net.rpc;

import org.sss.net.peer.Role;

/**
 * An operation that peers may request, and the role they need. Immutable.
 *
 * @param name on the wire, such as {@code group.get}
 * @param role the least role that may use it
 * @param ofGroups whether a principal that is restricted to some groups may use it: its handler checks the group
 */
public record Verb(String name, Role role, boolean ofGroups) {
    public static Verb of(String name, Role role) {
        return new Verb(name, role, false);
    }

    /** A verb whose handler checks by {@link org.sss.net.peer.Principal#checkGroup} which groups the caller may use. */
    public static Verb ofGroups(String name, Role role) {
        return new Verb(name, role, true);
    }

    @Override
    public String toString() {
        return name;
    }
}
