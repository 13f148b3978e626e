package org.sss.server;

import java.util.List;
import org.sss.net.testing.FuzzContract;
import org.sss.net.testing.FuzzTarget;
import org.sss.server.coordinator.state.JournalFuzz;
import org.sss.server.shuffle.meta.MetaFuzz;

/** What a coordinator finds on its disk, and what nodes get from each other. */
public class FuzzTest extends FuzzContract {
    @Override
    public List<FuzzTarget> targets() {
        return List.of(new JournalFuzz(), new MetaFuzz());
    }
}
