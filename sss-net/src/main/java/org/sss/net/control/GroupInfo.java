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
 * What the catalog knows of a group.
 *
 * @param id            never used again; files are named by it, so that renaming a group touches no file
 * @param keyType       {@link org.sss.api.Codec#name()} of the keys
 * @param hashed        whether tuples are placed by the hash of their key (else a point read asks all subgroups)
 * @param tuples        number of tuples, once READY
 * @param dataBytes     bytes of keys and values, once READY
 * @param storedBytes   bytes of the blocks, once READY
 * @param createdMillis since 1970
 * @param createdBy     {@code import}, or workflow id and job
 * @param compression   how its writer was asked to compress its blocks; NONE where nothing is said of it
 * @param identity      tells it from every other group that ever had its id, as {@link GroupKey} says
 * @param nodeTuples    how many of the tuples each node committed, by its number; empty when that is not known
 * @param lost          what nodes have lost of it, by the number of the node; empty unless INCOMPLETE
 */
public record GroupInfo(long id, String name, String keyType, String valueType, boolean hashed, State state, long tuples,
        long dataBytes, long storedBytes, long createdMillis, String createdBy, Compression compression, String identity,
        List<Long> nodeTuples, List<Lost> lost) {
    public GroupInfo {
        compression = Objects.requireNonNullElse(compression, Compression.NONE);
        identity = GroupKey.identityOrNone(identity);
        nodeTuples = nodeTuples == null ? List.of() : List.copyOf(nodeTuples);
        lost = lost == null ? List.of() : List.copyOf(lost);
    }

    /** Of which nobody says where its tuples are. */
    public GroupInfo(long id, String name, String keyType, String valueType, boolean hashed, State state, long tuples,
            long dataBytes, long storedBytes, long createdMillis, String createdBy, Compression compression, String identity) {
        this(id, name, keyType, valueType, hashed, state, tuples, dataBytes, storedBytes, createdMillis, createdBy, compression,
                identity, List.of(), List.of());
    }

    public GroupKey key() {
        return new GroupKey(id, identity);
    }

    /**
     * Tuples that a node has committed and does not have any more.
     *
     * @param tuples   that are missing there
     * @param inMemory they were kept in memory, so that a restart of the node loses them
     * @param why      what the node says about it, or null
     */
    public record Lost(int node, long tuples, boolean inMemory, @Nullable String why) {
        @Override
        public String toString() {
            return "node " + node + " lacks " + tuples + (tuples == 1 ? " tuple" : " tuples")
                    + (inMemory ? ", which it kept in memory until its restart" : "") + (why == null ? "" : " (" + why + ")");
        }
    }

    /** How many tuples a node committed; null when that is not known. */
    public Long tuplesOn(int node) {
        return node < nodeTuples.size() ? nodeTuples.get(node) : null;
    }

    /** The same group under another name. */
    public GroupInfo withName(String to) {
        return new GroupInfo(id, to, keyType, valueType, hashed, state, tuples, dataBytes, storedBytes, createdMillis, createdBy,
                compression, identity, nodeTuples, lost);
    }

    /**
     * The same group once it is committed on all data servers.
     *
     * @param onNodes the tuples of each node, by its number
     */
    public GroupInfo ready(DataVerbs.Stored all, List<Long> onNodes) {
        return new GroupInfo(id, name, keyType, valueType, hashed, State.READY, all.tuples(), all.dataBytes(), all.storedBytes(),
                createdMillis, createdBy, compression, identity, onNodes, List.of());
    }

    /** INCOMPLETE when {@code missing} has anything. */
    public GroupInfo without(List<Lost> missing) {
        return missing.isEmpty() ? this : new GroupInfo(id, name, keyType, valueType, hashed, State.INCOMPLETE, tuples, dataBytes,
                storedBytes, createdMillis, createdBy, compression, identity, nodeTuples, missing);
    }

    /**
     * @throws SssException {@link ErrorCode#CORRUPT} when a node has lost tuples of the group; {@link ErrorCode#NOT_FOUND} when all that
     *     is missing was kept in memory
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

    /** What errors call a group, which has a number alone in some logs. @param name null where it is not known */
    public static String described(long id, String name) {
        return "group " + (name == null ? id : "'" + name + "' (number " + id + ")");
    }

    /** This error with the group's name beside its number, which is all that a data server knows of it. */
    public SssException named(SssException e) {
        String message = String.valueOf(e.getMessage());
        String named = message.replaceAll("\\bgroup " + id + "\\b", Matcher.quoteReplacement(described(id, name)));
        // What user code says is its own.
        return e.code() == ErrorCode.USER_CODE || named.equals(message) ? e : new SssException(e.code(), named, e, e.remoteTrace());
    }

    /**
     * WRITING groups are invisible to readers and are dropped when their writer fails. Reads of an INCOMPLETE group, of which a node
     * has lost tuples, fail.
     */
    public enum State { WRITING, READY, INCOMPLETE }
}
