package org.sss.net.control;

import java.util.Objects;
import org.sss.api.Compression;

/**
 * How the tuples of a group are encoded, assigned to subgroups and stored.
 *
 * @param keyType     {@link org.sss.api.Codec#name()} of the keys
 * @param hashed      whether the subgroup of a tuple is the hash of its key (otherwise a point read queries all
 *     subgroups)
 * @param compression requested by the writer for its blocks; NONE if unspecified
 * @param inMemory    whether the group ends with the nodes that store it, see {@link DataVerbs.Put}
 */
public record GroupFormat(String keyType, String valueType, boolean hashed, Compression compression, boolean inMemory) {
    public GroupFormat {
        compression = Objects.requireNonNullElse(compression, Compression.NONE);
    }

    /** The same in memory, or not. */
    public GroupFormat inMemory(boolean memory) {
        return new GroupFormat(keyType, valueType, hashed, compression, memory);
    }
}
