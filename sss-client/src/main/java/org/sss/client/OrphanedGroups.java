package org.sss.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sss.net.control.GroupKey;
import org.sss.net.control.OrphanedGroup;
import org.sss.net.control.ServerVerbs;
import org.sss.net.rpc.Json;

/** Groups that are on nodes but not in the coordinator's journal. Immutable. */
public final class OrphanedGroups {
    private final ServerVerbs.Orphans orphans;

    /** An orphaned group. Immutable. */
    public static final class Orphan {
        private final OrphanedGroup orphan;

        Orphan(OrphanedGroup orphan) {
            this.orphan = orphan;
        }

        GroupKey key() {
            return orphan.group();
        }

        /** Returns its number, which several orphaned groups may have. */
        public long id() {
            return orphan.group().id();
        }

        /** Returns 32 hexadecimal digits that no other group has; null if its commit files are damaged. */
        public String identity() {
            String identity = orphan.group().identity();
            return identity.equals(GroupKey.NO_IDENTITY) ? null : identity;
        }

        /** Returns its name when it was committed; null if no node knows it. */
        public String lastName() {
            return orphan.description() == null ? null : orphan.description().name();
        }

        /** Returns whether it was to be deleted with its workflow. */
        public boolean temporary() {
            return orphan.description() != null && orphan.description().temporary();
        }

        /** Returns the time at which its writer started, in milliseconds since 1970; 0 if no node knows it. */
        public long createdMillis() {
            return orphan.description() == null
                    ? 0
                    : orphan.description().origin().createdMillis();
        }

        /** Returns what nodes have of it, by the number of the node. */
        public List<Part> parts() {
            return orphan.parts().stream()
                    .map(part ->
                            new Part(part.node(), part.tuples(), part.dataBytes(), part.storedBytes(), part.damage()))
                    .toList();
        }

        /** Returns the numbers of the nodes that have any of it, such as {@code 0, 2}. */
        public String nodes() {
            return orphan.nodes();
        }

        /** Returns the number of tuples on all nodes, copies included. */
        public long tuples() {
            return orphan.tuples();
        }

        /** Returns the bytes of keys and values on all nodes, copies included. */
        public long dataBytes() {
            return orphan.dataBytes();
        }

        /** Returns the orphan as a part of the JSON that {@code sss group orphans --json} prints. */
        public String toJson() {
            return new String(Json.write(orphan), StandardCharsets.UTF_8);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Orphan that && orphan.equals(that.orphan);
        }

        @Override
        public int hashCode() {
            return orphan.hashCode();
        }
    }

    /** @param damage why the node cannot use what it has, or null */
    public record Part(int node, long tuples, long dataBytes, long storedBytes, String damage) {}

    OrphanedGroups(ServerVerbs.Orphans orphans) {
        this.orphans = orphans;
    }

    /** Returns the groups, sorted by number. */
    public List<Orphan> groups() {
        return orphans.groups().stream().map(Orphan::new).toList();
    }

    /** Returns the numbers of the nodes that did not answer: they may have orphaned groups that are not listed. */
    public List<Integer> silentNodes() {
        return orphans.silent();
    }

    /** Returns the groups as the JSON that {@code sss group orphans --json} prints. */
    public String toJson() {
        return new String(Json.write(orphans), StandardCharsets.UTF_8);
    }
}
