package org.sss.net;

import java.util.List;
import org.sss.net.block.BlockFuzz;
import org.sss.net.block.RunFuzz;
import org.sss.net.control.MessageFuzz;
import org.sss.net.data.BlockBatchFuzz;
import org.sss.net.data.GetFuzz;
import org.sss.net.data.RunBatchFuzz;
import org.sss.net.data.ScanFuzz;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;

/** Fuzz targets for all messages and blocks that a peer can send. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(
                new BlockFuzz(),
                new RunFuzz(),
                new MessageFuzz(),
                new GetFuzz(),
                new BlockBatchFuzz(),
                new RunBatchFuzz(),
                new ScanFuzz());
    }
}
