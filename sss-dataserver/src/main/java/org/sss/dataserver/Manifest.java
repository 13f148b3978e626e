package org.sss.dataserver;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What a segment is and which of its runs are committed. Other runs in the file are garbage.
 *
 * @param number N in the name of the file
 */
record Manifest(int version, long group, int subgroup, int number, List<RunInfo> runs) {
    static final int VERSION = 2;

    Manifest {
        runs = List.copyOf(runs);
    }

    Stored stored() {
        return runs.stream().map(RunInfo::stored).reduce(Stored.NONE, Stored::plus);
    }
}
