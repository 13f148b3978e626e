package org.sss.dataserver;

import java.util.List;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;

/** What a data server is sent, and finds on its disk. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(new BlockIntakeFuzz(), new CommitRecordFuzz(), new ManifestFuzz(), new SegmentFuzz(), new KvsRecordsFuzz());
    }
}
