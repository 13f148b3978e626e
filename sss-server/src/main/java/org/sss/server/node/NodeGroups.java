package org.sss.server.node;

import java.util.List;
import org.sss.dataserver.group.GroupListener;
import org.sss.net.control.AttemptId;
import org.sss.server.shuffle.held.HeldFiles;
import org.sss.server.task.spill.JobFiles;

/**
 * Forwards commits and drops of groups to the job files and the side groups in memory.
 *
 * @param files job files that are committed and deleted with their groups
 * @param codes code of workflows that have side groups in memory
 * @param held  files with parts of groups that did not fit into memory
 */
record NodeGroups(JobFiles files, CodeCache codes, HeldFiles held) implements GroupListener {
    @Override
    public void committed(long group, List<AttemptId> attempts) {
        files.committed(group, attempts);
    }

    @Override
    public void dropped(long group) {
        files.dropped(group);
        codes.dropped(group);
        held.dropped(group);
    }
}
