package org.sss.server.coordinator;

import java.util.List;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;
import org.sss.server.coordinator.state.JournalFuzz;

/** What a coordinator finds on its disk. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(new JournalFuzz());
    }
}
