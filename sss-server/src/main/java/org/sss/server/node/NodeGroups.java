package org.sss.server.node;

import java.util.List;
import org.sss.dataserver.group.GroupListener;
import org.sss.net.control.AttemptId;
import org.sss.server.task.spill.JobFiles;

/**
 * Hands on what becomes of groups.
 *
 * @param files that share the fate of groups
 * @param codes whose workflows hold side groups in memory
 */
record NodeGroups(JobFiles files, CodeCache codes) implements GroupListener {
    @Override
    public void committed(long group, List<AttemptId> attempts) {
        files.committed(group, attempts);
    }

    @Override
    public void dropped(long group) {
        files.dropped(group);
        codes.dropped(group);
    }
}
