package org.sss.server.shuffle;

import java.util.List;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;
import org.sss.server.shuffle.meta.MetaFuzz;

/** What nodes get from each other in a shuffle. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(new MetaFuzz());
    }
}
