package org.sss.client;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sss.api.Compression;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.rpc.Json;

/**
 * A committed group of a cluster, as of the call that returned it: other processes that receive it read this group, and
 * no other one that has its name then. Immutable.
 */
public final class Group implements Serializable {
    private static final long serialVersionUID = 1L;

    private final transient GroupInfo info;

    /** Reads of an INCOMPLETE group fail, as nodes have lost tuples of it. */
    public enum State {
        READY,
        INCOMPLETE
    }

    /**
     * Tuples that a node has committed and no longer has.
     *
     * @param tuples   number of tuples missing there
     * @param inMemory whether they were in the memory of the node, so that its restart has lost them
     * @param reason   details reported by the node, or null
     */
    public record Loss(int node, long tuples, boolean inMemory, String reason) {
        @Override
        public String toString() {
            return new GroupInfo.Lost(node, tuples, inMemory, reason).toString();
        }
    }

    Group(GroupInfo info) {
        this.info = info;
    }

    static List<Group> of(List<GroupInfo> groups) {
        return groups.stream().map(Group::new).toList();
    }

    GroupInfo info() {
        return info;
    }

    /** Returns the number of the group, which no other group of the cluster ever has; names of files contain it. */
    public long id() {
        return info.id();
    }

    public String name() {
        return info.name();
    }

    /** Returns the name of the type of its keys, see {@link org.sss.api.Codec#name}. */
    public String keyType() {
        return info.keyType();
    }

    /** Returns the name of the type of its values, see {@link org.sss.api.Codec#name}. */
    public String valueType() {
        return info.valueType();
    }

    public State state() {
        return info.state() == GroupInfo.State.INCOMPLETE ? State.INCOMPLETE : State.READY;
    }

    /** Returns the number of tuples that were committed, including lost ones. */
    public long tuples() {
        return info.tuples();
    }

    /** Returns the bytes of all keys and values. */
    public long dataBytes() {
        return info.dataBytes();
    }

    /** Returns the bytes of all blocks, which may be compressed. */
    public long storedBytes() {
        return info.storedBytes();
    }

    /** Returns the time at which its writer started, in milliseconds since 1970 by the clock of node 0. */
    public long createdMillis() {
        return info.createdMillis();
    }

    /** Returns {@code import}, {@code client}, or the id of a workflow and the name of its job. */
    public String createdBy() {
        return info.createdBy();
    }

    public Compression compression() {
        return info.compression();
    }

    /**
     * Returns whether tuples are in the subgroups of their keys' hashes; otherwise a partitioner has distributed them.
     */
    public boolean hashed() {
        return info.hashed();
    }

    /** Returns whether the group is lost when the nodes that store it end. */
    public boolean inMemory() {
        return info.inMemory();
    }

    /** Returns the number of whole copies that the nodes have of it; 1 if it is stored once. */
    public int copies() {
        return info.copies();
    }

    /**
     * Returns the number of copies that it shall have, at least {@link #copies}: more than there are if too few nodes
     * could take them.
     */
    public int wantedCopies() {
        return info.placement() == null ? 1 : info.placement().wanted();
    }

    /**
     * Returns the number of tuples that each node has committed, without copies, by the number of the node; empty if
     * unknown.
     */
    public List<Long> nodeTuples() {
        return info.nodeTuples();
    }

    /** Returns what nodes have lost of it; empty unless it is INCOMPLETE. */
    public List<Loss> losses() {
        return info.lost().stream()
                .map(lost -> new Loss(lost.node(), lost.tuples(), lost.inMemory(), lost.why()))
                .toList();
    }

    /**
     * Returns this group if it can be read.
     *
     * @throws SssException CORRUPT if it is INCOMPLETE; NOT_FOUND if all lost tuples were in memory
     */
    public Group checkComplete() {
        info.checkWhole();
        return this;
    }

    /** Returns the group as the JSON that {@code sss group ls --json} prints. */
    public String toJson() {
        return new String(Json.write(info), StandardCharsets.UTF_8);
    }

    private Object writeReplace() {
        return new Form(toJson());
    }

    /** What is serialized, as JSON is a stable form. */
    private record Form(String json) implements Serializable {
        private Object readResolve() {
            return new Group(Json.read(json.getBytes(StandardCharsets.UTF_8), GroupInfo.class, "a group"));
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Group group && info.equals(group.info);
    }

    @Override
    public int hashCode() {
        return info.hashCode();
    }

    @Override
    public String toString() {
        return "group '" + name() + "' (" + keyType() + ", " + valueType() + "), " + tuples() + " tuples, " + state();
    }
}
