package org.sss.net.control;

import java.util.Objects;
import org.sss.api.Compression;

/**
 * What a data server stores about a group, besides its tuples, so that the group can be recovered when the journal does
 * not know it.
 *
 * @param name      the group's name when it was committed; it may have been renamed since
 * @param temporary the group is deleted with its workflow, or when the coordinator that started it ends, and never gets
 *     a name
 * @param inMemory  the group ends with the process that committed it
 */
public record GroupDescription(String name, String keyType, String valueType, boolean hashed, Compression compression,
        long createdMillis, String createdBy, boolean temporary, boolean inMemory) {
    public GroupDescription {
        compression = Objects.requireNonNullElse(compression, Compression.NONE);
    }

    /** For a group that is not in memory. */
    public GroupDescription(String name, String keyType, String valueType, boolean hashed, Compression compression,
            long createdMillis, String createdBy, boolean temporary) {
        this(name, keyType, valueType, hashed, compression, createdMillis, createdBy, temporary, false);
    }

    public static GroupDescription of(GroupInfo group, boolean temporary) {
        return new GroupDescription(group.name(), group.keyType(), group.valueType(), group.hashed(), group.compression(),
                group.createdMillis(), group.createdBy(), temporary, group.inMemory());
    }
}
