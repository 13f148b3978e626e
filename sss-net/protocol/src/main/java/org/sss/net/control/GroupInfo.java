package org.sss.net.control;

import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.PropertyOrder;
import org.sss.net.rpc.Unwrapped;

/**
 * A group in the catalog.
 *
 * @param key     its number, which is never reused, so that a rename touches no file; and its identity
 * @param content what it contains, once READY
 */
@PropertyOrder({
    "id",
    "name",
    "keyType",
    "valueType",
    "hashed",
    "state",
    "tuples",
    "dataBytes",
    "storedBytes",
    "createdMillis",
    "createdBy",
    "compression",
    "identity",
    "nodeTuples",
    "subgroups",
    "lost",
    "inMemory",
    "placement"
})
public record GroupInfo(
        @Unwrapped GroupKey key,
        String name,
        State state,
        @Unwrapped GroupFormat format,
        @Unwrapped GroupOrigin origin,
        @Unwrapped Content content) {
    /**
     * @param tuples      number of tuples
     * @param dataBytes   bytes of keys and values
     * @param storedBytes bytes of the blocks
     * @param nodeTuples  number of tuples that each node committed, by node id, without copies; empty if unknown
     * @param subgroups   what the owner of each subgroup committed; null of a group of an earlier version
     * @param lost        what nodes have lost of it, by node id; empty unless INCOMPLETE
     * @param placement   where its copies are; null if it has one, by the rule {@code s mod n}
     */
    public record Content(
            long tuples,
            long dataBytes,
            long storedBytes,
            List<Long> nodeTuples,
            @Nullable SubgroupTuples subgroups,
            List<Lost> lost,
            @Nullable Placement placement) {
        public static final Content NONE = new Content(0, 0, 0, List.of(), null, List.of(), null);

        public Content {
            nodeTuples = nodeTuples == null ? List.of() : List.copyOf(nodeTuples);
            lost = lost == null ? List.of() : List.copyOf(lost);
        }
    }

    /** A group that is being written. */
    public static GroupInfo writing(GroupKey key, String name, GroupFormat format, GroupOrigin origin) {
        return new GroupInfo(key, name, State.WRITING, format, origin, Content.NONE);
    }

    public long id() {
        return key.id();
    }

    public String identity() {
        return key.identity();
    }

    public String keyType() {
        return format.keyType();
    }

    public String valueType() {
        return format.valueType();
    }

    public boolean hashed() {
        return format.hashed();
    }

    public Compression compression() {
        return format.compression();
    }

    public boolean inMemory() {
        return format.inMemory();
    }

    public long createdMillis() {
        return origin.createdMillis();
    }

    public String createdBy() {
        return origin.createdBy();
    }

    public long tuples() {
        return content.tuples();
    }

    public long dataBytes() {
        return content.dataBytes();
    }

    public long storedBytes() {
        return content.storedBytes();
    }

    public List<Long> nodeTuples() {
        return content.nodeTuples();
    }

    /** What the owner of each subgroup committed; null of a group of an earlier version. */
    public SubgroupTuples subgroups() {
        return content.subgroups();
    }

    public List<Lost> lost() {
        return content.lost();
    }

    /** Where its copies are; null if it has one, by the rule {@code s mod n}. */
    public Placement placement() {
        return content.placement();
    }

    /** How many whole copies it has. */
    public int copies() {
        return placement() == null ? 1 : placement().copies();
    }

    /**
     * Tuples that a node has committed and no longer has.
     *
     * @param tuples   number of tuples missing there
     * @param inMemory they were stored in memory, so that a restart of the node loses them
     * @param why      details reported by the node, or null
     */
    public record Lost(
            int node,
            long tuples,
            boolean inMemory,
            @Nullable String why) {
        @Override
        public String toString() {
            return "node " + node + " lacks " + tuples + (tuples == 1 ? " tuple" : " tuples")
                    + (inMemory ? ", which were in its memory until its restart" : "")
                    + (why == null ? "" : " (" + why + ")");
        }
    }

    /** Returns the number of tuples that a node committed; null if unknown. */
    public Long tuplesOn(int node) {
        return node < nodeTuples().size() ? nodeTuples().get(node) : null;
    }

    /** Returns this group with other texts. */
    public GroupInfo withTexts(String ofKeys, String ofValues, String by) {
        return new GroupInfo(
                key,
                name,
                state,
                new GroupFormat(ofKeys, ofValues, hashed(), compression(), inMemory()),
                new GroupOrigin(createdMillis(), by),
                content);
    }

    /** The same group under another name. */
    public GroupInfo withName(String to) {
        return new GroupInfo(key, to, state, format, origin, content);
    }

    /**
     * Returns this group as committed on all data servers.
     *
     * @param onNodes   number of tuples of each node, by node id
     * @param subgroups what the owner of each subgroup committed; null if unknown
     * @param placement of its copies; null if it has one, by the rule
     */
    public GroupInfo ready(DataVerbs.Stored all, List<Long> onNodes, SubgroupTuples subgroups, Placement placement) {
        return new GroupInfo(
                key,
                name,
                State.READY,
                format,
                origin,
                new Content(
                        all.tuples(), all.dataBytes(), all.storedBytes(), onNodes, subgroups, List.of(), placement));
    }

    /** Returns this group with its copies elsewhere, or more of them. */
    public GroupInfo withPlacement(Placement other) {
        return new GroupInfo(
                key,
                name,
                state,
                format,
                origin,
                new Content(tuples(), dataBytes(), storedBytes(), nodeTuples(), subgroups(), lost(), other));
    }

    /** Returns this group, INCOMPLETE if {@code missing} is not empty. */
    public GroupInfo without(List<Lost> missing) {
        return missing.isEmpty()
                ? this
                : new GroupInfo(
                        key,
                        name,
                        State.INCOMPLETE,
                        format,
                        origin,
                        new Content(
                                tuples(), dataBytes(), storedBytes(), nodeTuples(), subgroups(), missing, placement()));
    }

    /**
     * @throws SssException {@link ErrorCode#CORRUPT} if a node has lost tuples of the group; {@link
     *     ErrorCode#NOT_FOUND} if all missing tuples were in memory
     */
    public GroupInfo checkWhole() {
        if (!lost().isEmpty()) {
            boolean memory = lost().stream().allMatch(Lost::inMemory);
            throw new SssException(
                    memory ? ErrorCode.NOT_FOUND : ErrorCode.CORRUPT,
                    described(id(), name) + " was committed with " + tuples()
                            + " tuples and is incomplete: "
                            + lost().stream().map(Lost::toString).collect(Collectors.joining("; ")) + ". "
                            + (memory ? "Drop" : "Start the node with the disk (data.dir) that has them, or drop")
                            + " the group ('sss group rm "
                            + name + "') and run the job that wrote it again");
        }
        return this;
    }

    /**
     * Returns the group's name and number for error messages. Some logs have the number only.
     *
     * @param name null if unknown
     */
    public static String described(long id, String name) {
        return "group " + (name == null ? id : "'" + name + "' (number " + id + ")");
    }

    /** Returns this error with the group's name added to its number; a data server knows only the number. */
    public SssException named(SssException e) {
        String message = String.valueOf(e.getMessage());
        String named = message.replaceAll("\\bgroup " + id() + "\\b", Matcher.quoteReplacement(described(id(), name)));
        // Messages of user code stay as they are.
        return e.code() == ErrorCode.USER_CODE || named.equals(message)
                ? e
                : new SssException(e.code(), named, e, e.remoteTrace());
    }

    /**
     * WRITING groups are invisible to readers and are dropped when their writer fails. Reads of an INCOMPLETE group, of
     * which nodes have lost tuples, fail.
     */
    public enum State {
        WRITING,
        READY,
        INCOMPLETE
    }
}
