package org.sss.client;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * All groups of a cluster at one time. Immutable.
 *
 * @param groups    sorted by name
 * @param nowMillis time of node 0, since 1970, when it returned the list; {@link Group#createdMillis} is by the same
 *                  clock, so compare with this and not with the clock of the client. 0 if node 0 runs an older version.
 */
public record ListedGroups(List<Group> groups, long nowMillis) {
    public ListedGroups {
        groups = List.copyOf(groups);
    }

    /**
     * Returns the groups that are older than this.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL} if node 0 does not send its time
     */
    public List<Group> olderThan(long ageMillis) {
        if (nowMillis == 0) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "node 0 runs an older version of SSS, which does not send its time, so the ages of groups are"
                            + " unknown; update node 0, or name the groups");
        }
        return groups.stream()
                .filter(group -> group.createdMillis() < nowMillis - ageMillis)
                .toList();
    }
}
