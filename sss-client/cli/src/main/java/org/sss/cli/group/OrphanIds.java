package org.sss.cli.group;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupKey;
import org.sss.net.control.OrphanedGroup;

/** Finds orphaned groups by number, or by identity, as two groups may have the same number. Stateless. */
final class OrphanIds {
    private OrphanIds() {
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND}; {@link ErrorCode#INVALID_ARGUMENT} if several groups have the number */
    static OrphanedGroup find(List<OrphanedGroup> orphans, String id) {
        List<OrphanedGroup> found = orphans.stream().filter(orphan -> isCalled(orphan.group(), id)).toList();
        if (found.isEmpty()) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no orphaned group " + id + "; 'sss group orphans' lists them");
        }
        if (found.size() > 1) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, found.size() + " orphaned groups have the number " + id + "; use the IDENTITY"
                    + " that 'sss group orphans' shows");
        }
        return found.get(0);
    }

    private static boolean isCalled(GroupKey group, String id) {
        return Long.toString(group.id()).equals(id) || group.identity().equals(id);
    }
}
