package org.sss.server.node;

import java.util.List;
import org.sss.dataserver.group.GroupListener;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;
import org.sss.net.peer.Principal;
import org.sss.server.node.code.CodeCache;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.task.spill.JobFiles;

/**
 * Forwards commits and drops of groups to the job files and the side groups in memory, and permits coordinators and
 * readers.
 *
 * @param files job files that are committed and deleted with their groups
 * @param codes code of workflows that have side groups in memory
 * @param relocated files with extents of groups that did not fit into memory
 * @param coordinator that this node serves
 * @param names of groups, for restricted readers
 */
record NodeGroups(
        JobFiles files, CodeCache codes, RelocationFiles relocated, ServedCoordinator coordinator, GroupNames names)
        implements GroupListener {
    @Override
    public void checkCoordinator(long epoch) {
        coordinator.check(epoch);
    }

    @Override
    public void checkReader(Principal reader, GroupKey group) {
        names.check(reader, group);
    }

    @Override
    public void committed(long group, List<AttemptId> attempts) {
        files.committed(group, attempts);
    }

    @Override
    public void dropped(long group) {
        files.dropped(group);
        codes.dropped(group);
        relocated.dropped(group);
    }
}
