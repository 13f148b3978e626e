package org.sss.net.transport.tcp;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import org.sss.net.transport.SpinThenPark;

/** Lets an event loop that has to do with small requests look for events for a while before it sleeps. One event loop. */
final class SpinThenParkSelect implements SelectStrategy {
    private final SpinThenPark lingering = new SpinThenPark();

    @Override
    public int calculateStrategy(IntSupplier eventsNow, boolean hasTasks) throws Exception {
        int events = eventsNow.get();
        if (events > 0 || hasTasks) {
            lingering.found();
            return events;
        }
        return SpinThenPark.isExpectingRequests() && lingering.looksAgain() ? CONTINUE : SELECT;
    }
}
