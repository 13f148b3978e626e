package org.sss.net.transport.tcp;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import org.sss.net.transport.Lingering;

/** Lets an event loop that has to do with small requests look for events for a while before it sleeps. One event loop. */
final class LingeringSelect implements SelectStrategy {
    private final Lingering lingering = new Lingering();

    @Override
    public int calculateStrategy(IntSupplier eventsNow, boolean hasTasks) throws Exception {
        int events = eventsNow.get();
        if (events > 0 || hasTasks) {
            lingering.found();
            return events;
        }
        return Lingering.isExpectingRequests() && lingering.looksAgain() ? CONTINUE : SELECT;
    }
}
