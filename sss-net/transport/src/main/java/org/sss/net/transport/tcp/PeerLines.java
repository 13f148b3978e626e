package org.sss.net.transport.tcp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;

/**
 * Log lines about the peers of one listener. Thread-safe.
 *
 * @param refused  connections above the limit
 * @param silent   connections without a preface
 * @param breaches connections that broke the protocol
 * @param failed   connections that failed by a bug
 */
record PeerLines(LimitedLog refused, LimitedLog silent, LimitedLog breaches, LimitedLog failed) {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLines.class);
    /** For connections opened by this process. */
    static final PeerLines CONNECTING = new PeerLines();

    PeerLines() {
        this(
                new LimitedLog(LOG, "connections that were refused"),
                new LimitedLog(LOG, "connections that sent no preface"),
                new LimitedLog(LOG, "connections that broke the protocol"),
                new LimitedLog(LOG, "connections that failed"));
    }
}
