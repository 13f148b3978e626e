package org.sss.dataserver;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/**
 * What a segment is and which of its runs are committed. Other runs in the file are garbage.
 *
 * @param number N in the name of the file
 */
record Manifest(int version, long group, String identity, int subgroup, int number, List<RunInfo> runs) {
    static final int VERSION = 3;

    Manifest {
        identity = GroupKey.identityOrNone(identity);
        runs = List.copyOf(runs);
    }

    Stored stored() {
        return runs.stream().map(RunInfo::stored).reduce(Stored.NONE, Stored::plus);
    }
}
