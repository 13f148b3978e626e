package org.sss.dataserver;

import java.util.List;
import org.sss.dataserver.merge.BlockValidatorFuzz;
import org.sss.dataserver.run.CommitRecordFuzz;
import org.sss.dataserver.run.ManifestFuzz;
import org.sss.dataserver.run.SegmentFuzz;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;

/** What a data server is sent, and finds on its disk. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(
                new BlockValidatorFuzz(),
                new CommitRecordFuzz(),
                new ManifestFuzz(),
                new SegmentFuzz(),
                new KvsRecordsFuzz());
    }
}
