package org.sss.net.control;

import java.util.Objects;
import java.util.regex.Matcher;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

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
 */
public record GroupInfo(long id, String name, String keyType, String valueType, boolean hashed, State state, long tuples,
        long dataBytes, long storedBytes, long createdMillis, String createdBy, Compression compression, String identity) {
    public GroupInfo {
        compression = Objects.requireNonNullElse(compression, Compression.NONE);
        identity = GroupKey.identityOrNone(identity);
    }

    public GroupKey key() {
        return new GroupKey(id, identity);
    }

    public GroupInfo withName(String newName) {
        return new GroupInfo(id, newName, keyType, valueType, hashed, state, tuples, dataBytes, storedBytes, createdMillis, createdBy,
                compression, identity);
    }

    /** The same group once it is committed on all data servers. */
    public GroupInfo ready(DataVerbs.Stored stored) {
        return new GroupInfo(id, name, keyType, valueType, hashed, State.READY, stored.tuples(), stored.dataBytes(),
                stored.storedBytes(), createdMillis, createdBy, compression, identity);
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

    /** WRITING groups are invisible to readers and are dropped when their writer fails. */
    public enum State { WRITING, READY }
}
