package org.sss.net.transport.tcp;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import org.sss.net.transport.SpinThenPark;

/** Makes an event loop that handles small requests poll for events for a while before it blocks. One event loop. */
final class SpinThenParkSelect implements SelectStrategy {
    private final SpinThenPark spin = new SpinThenPark();

    @Override
    public int calculateStrategy(IntSupplier eventsNow, boolean hasTasks) throws Exception {
        int events = eventsNow.get();
        if (events > 0 || hasTasks) {
            spin.found();
            return events;
        }
        return SpinThenPark.isExpectingRequests() && spin.pollsAgain() ? CONTINUE : SELECT;
    }
}
