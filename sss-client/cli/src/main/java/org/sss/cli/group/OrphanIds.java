package org.sss.cli.group;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.OrphanedGroups.Orphan;

/** Finds orphaned groups by number, or by identity, as two groups may have the same number. Stateless. */
final class OrphanIds {
    private OrphanIds() {}

    /**
     * @throws SssException {@link ErrorCode#NOT_FOUND}; {@link ErrorCode#INVALID_ARGUMENT} if several groups have the
     * number
     */
    static Orphan find(List<Orphan> orphans, String id) {
        List<Orphan> found =
                orphans.stream().filter(orphan -> isCalled(orphan, id)).toList();
        if (found.isEmpty()) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "there is no orphaned group " + id + "; 'sss group orphans' lists them");
        }
        if (found.size() > 1) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    found.size() + " orphaned groups have the number " + id + "; use the IDENTITY"
                            + " that 'sss group orphans' shows");
        }
        return found.get(0);
    }

    private static boolean isCalled(Orphan orphan, String id) {
        return Long.toString(orphan.id()).equals(id) || id.equals(orphan.identity());
    }
}
