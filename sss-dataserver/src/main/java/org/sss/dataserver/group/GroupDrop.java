package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.Segment;
import org.sss.net.control.GroupKey;

/**
 * The drop of one group. Runs on the caller's thread.
 *
 * <pre>
 *   at once:                                 writes and reads fail with NOT_FOUND, the directory is renamed into the trash
 *   on the storage threads, in parallel:     discard what was not committed
 *   then, on the last of them:               rename the directory once more if a block in flight has created it again
 * </pre>
 */
public final class GroupDrop {
    private static final Logger LOG = LoggerFactory.getLogger(GroupDrop.class);

    private final Groups groups;
    private final Storage storage;
    private final GroupKey key;

    private GroupDrop(Groups groups, Storage storage, GroupKey key) {
        this.groups = groups;
        this.storage = storage;
        this.key = key;
    }

    /**
     * Drops groups. Ignores unknown ones, and those under whose number this node stores another group.
     *
     * @throws SssException {@link ErrorCode#STORAGE} when files cannot be moved away; all other groups are dropped, and
     *     a repeated call tries again
     */
    public static void all(Groups groups, Storage storage, List<GroupKey> keys) {
        Closing.each(keys, key -> new GroupDrop(groups, storage, key).run());
    }

    private void run() {
        if (groups.isAnother(key)) {
            return;
        }
        Group group = groups.dropping(key);
        if (group == null) {
            deleteRest();
            return;
        }
        group.change(() -> {
            if (groups.remove(group)) {
                drop(group);
            } else {
                deleteRest();
            }
            return null;
        });
    }

    /** Deletes files that a failed drop may have left. */
    private void deleteRest() {
        if (!groups.isGone(key)) {
            storage.trash().take(key.id());
            groups.gone(key);
        }
    }

    private void drop(Group group) {
        group.close(Group.dropped(group.id()));
        List<CompletableFuture<?>> discarding = new ArrayList<>();
        for (Subgroup subgroup : group.subgroups()) {
            subgroup.segments().forEach(Segment::setDropped);
            discarding.add(subgroup.discardWriter());
        }
        takeAway(group);
        // a storage thread may have created the directory again for a block in flight
        CompletableFuture.allOf(discarding.toArray(CompletableFuture[]::new))
                .thenRun(() -> {
                    takeAway(group);
                    groups.gone(key);
                })
                .whenComplete((done, failed) -> {
                    if (failed != null) {
                        LOG.warn(
                                "the drop of group {} failed; its remaining files are deleted when it is dropped again",
                                group.id(),
                                failed);
                    }
                });
    }

    private void takeAway(Group group) {
        try {
            if (group.isOnDisk()) {
                storage.trash().take(group.id());
            }
        } finally { // a repeated call after an error of the directory has only the directory left to move
            storage.layouts().values().forEach(layout -> layout.drop(group));
        }
    }
}
