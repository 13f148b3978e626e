package org.sss.net.control;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.Nullable;

/**
 * A group in the catalog.
 *
 * @param id            never reused; file names contain it, so that a rename touches no file
 * @param keyType       {@link org.sss.api.Codec#name()} of the keys
 * @param hashed whether the subgroup of a tuple is the hash of its key (otherwise a point read queries all subgroups)
 * @param tuples        number of tuples, once READY
 * @param dataBytes     bytes of keys and values, once READY
 * @param storedBytes   bytes of the blocks, once READY
 * @param createdMillis since 1970
 * @param createdBy     {@code import}, or workflow id and job
 * @param compression   requested by the writer for its blocks; NONE if unspecified
 * @param identity      distinguishes it from every other group that ever had its id, see {@link GroupKey}
 * @param nodeTuples    number of tuples that each node committed, by node id; empty if unknown
 * @param lost          what nodes have lost of it, by node id; empty unless INCOMPLETE
 * @param inMemory      whether it ends with the nodes that store it, see {@link DataVerbs.Put}
 */
public record GroupInfo(long id, String name, String keyType, String valueType, boolean hashed, State state, long tuples,
        long dataBytes, long storedBytes, long createdMillis, String createdBy, Compression compression, String identity,
        List<Long> nodeTuples, List<Lost> lost, boolean inMemory) {
    public GroupInfo {
        compression = Objects.requireNonNullElse(compression, Compression.NONE);
        identity = GroupKey.identityOrNone(identity);
        nodeTuples = nodeTuples == null ? List.of() : List.copyOf(nodeTuples);
        lost = lost == null ? List.of() : List.copyOf(lost);
    }

    /** For a group whose tuples per node are unknown. */
    public GroupInfo(long id, String name, String keyType, String valueType, boolean hashed, State state, long tuples,
            long dataBytes, long storedBytes, long createdMillis, String createdBy, Compression compression, String identity) {
        this(id, name, keyType, valueType, hashed, state, tuples, dataBytes, storedBytes, createdMillis, createdBy, compression,
                identity, List.of(), List.of(), false);
    }

    /** Returns this group, in memory or not. */
    public GroupInfo inMemory(boolean memory) {
        return new GroupInfo(id, name, keyType, valueType, hashed, state, tuples, dataBytes, storedBytes, createdMillis, createdBy,
                compression, identity, nodeTuples, lost, memory);
    }

    public GroupKey key() {
        return new GroupKey(id, identity);
    }

    /**
     * Tuples that a node has committed and no longer has.
     *
     * @param tuples   number of tuples missing there
     * @param inMemory they were stored in memory, so that a restart of the node loses them
     * @param why      details reported by the node, or null
     */
    public record Lost(int node, long tuples, boolean inMemory, @Nullable String why) {
        @Override
        public String toString() {
            return "node " + node + " lacks " + tuples + (tuples == 1 ? " tuple" : " tuples")
                    + (inMemory ? ", which were in its memory until its restart" : "") + (why == null ? "" : " (" + why + ")");
        }
    }

    /** Returns the number of tuples that a node committed; null if unknown. */
    public Long tuplesOn(int node) {
        return node < nodeTuples.size() ? nodeTuples.get(node) : null;
    }

    /** Returns this group with other texts. */
    public GroupInfo withTexts(String ofKeys, String ofValues, String by) {
        return new GroupInfo(id, name, ofKeys, ofValues, hashed, state, tuples, dataBytes, storedBytes, createdMillis, by, compression, identity,
                nodeTuples, lost, inMemory);
    }

    /** The same group under another name. */
    public GroupInfo withName(String to) {
        return new GroupInfo(id, to, keyType, valueType, hashed, state, tuples, dataBytes, storedBytes, createdMillis, createdBy,
                compression, identity, nodeTuples, lost, inMemory);
    }

    /**
     * Returns this group as committed on all data servers.
     *
     * @param onNodes number of tuples of each node, by node id
     */
    public GroupInfo ready(DataVerbs.Stored all, List<Long> onNodes) {
        return new GroupInfo(id, name, keyType, valueType, hashed, State.READY, all.tuples(), all.dataBytes(), all.storedBytes(),
                createdMillis, createdBy, compression, identity, onNodes, List.of(), inMemory);
    }

    /** Returns this group, INCOMPLETE if {@code missing} is not empty. */
    public GroupInfo without(List<Lost> missing) {
        return missing.isEmpty() ? this : new GroupInfo(id, name, keyType, valueType, hashed, State.INCOMPLETE, tuples, dataBytes,
                storedBytes, createdMillis, createdBy, compression, identity, nodeTuples, missing, inMemory);
    }

    /**
     * @throws SssException {@link ErrorCode#CORRUPT} if a node has lost tuples of the group; {@link
     *     ErrorCode#NOT_FOUND} if all missing tuples were in memory
     */
    public GroupInfo checkWhole() {
        if (!lost.isEmpty()) {
            boolean memory = lost.stream().allMatch(Lost::inMemory);
            throw new SssException(memory ? ErrorCode.NOT_FOUND : ErrorCode.CORRUPT, described(id, name) + " was committed with " + tuples
                    + " tuples and is incomplete: " + lost.stream().map(Lost::toString).collect(Collectors.joining("; ")) + ". "
                    + (memory ? "Drop" : "Start the node with the disk (data.dir) that has them, or drop") + " the group ('sss group rm "
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
        String named = message.replaceAll("\\bgroup " + id + "\\b", Matcher.quoteReplacement(described(id, name)));
        // Messages of user code stay as they are.
        return e.code() == ErrorCode.USER_CODE || named.equals(message) ? e : new SssException(e.code(), named, e, e.remoteTrace());
    }

    /**
     * WRITING groups are invisible to readers and are dropped when their writer fails. Reads of an INCOMPLETE group, of
     * which nodes have lost tuples, fail.
     */
    public enum State { WRITING, READY, INCOMPLETE }
}
