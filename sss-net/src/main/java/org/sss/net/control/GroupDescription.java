package org.sss.net.control;

import java.util.Objects;
import org.sss.api.Compression;

/**
 * What a data server keeps of a group beside its tuples, so that it can be used again when the journal does not know it any more.
 *
 * @param name      that it was to get when it was committed; it may have been renamed since
 * @param temporary it ends with its workflow or with the coordinator that began it, and never gets a name
 */
public record GroupDescription(String name, String keyType, String valueType, boolean hashed, Compression compression,
        long createdMillis, String createdBy, boolean temporary) {
    public GroupDescription {
        compression = Objects.requireNonNullElse(compression, Compression.NONE);
    }

    public static GroupDescription of(GroupInfo group, boolean temporary) {
        return new GroupDescription(group.name(), group.keyType(), group.valueType(), group.hashed(), group.compression(),
                group.createdMillis(), group.createdBy(), temporary);
    }
}
