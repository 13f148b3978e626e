package org.sss.dataserver.run;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/**
 * Describes a segment and lists its committed runs. Other runs in the file are garbage.
 *
 * @param number N in the name of the file
 */
public record Manifest(int version, long group, String identity, int subgroup, int number, List<RunInfo> runs) {
    public static final int VERSION = 3;

    public Manifest {
        identity = GroupKey.identityOrNone(identity);
        runs = List.copyOf(runs);
    }

    public Stored stored() {
        return runs.stream().map(RunInfo::stored).reduce(Stored.NONE, Stored::plus);
    }

    /** Returns the digest of all blocks: CRC32C over the digests of the runs, in order; null if one is unknown. */
    public Long digest() {
        int digest = BlockDigest.NONE;
        for (RunInfo run : runs) {
            if (run.digest() == null) {
                return null;
            }
            digest = BlockDigest.add(digest, run.digest().intValue());
        }
        return Integer.toUnsignedLong(digest);
    }
}
