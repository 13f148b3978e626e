package org.sss.dataserver;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/** The last record of a segment: what it is and which of its runs are committed. Other runs in the file are garbage. */
record Manifest(int version, long group, int subgroup, List<RunInfo> runs) {
    static final int VERSION = 1;

    Manifest {
        runs = List.copyOf(runs);
    }

    Stored stored() {
        return runs.stream().map(RunInfo::stored).reduce(Stored.NONE, Stored::plus);
    }
}
