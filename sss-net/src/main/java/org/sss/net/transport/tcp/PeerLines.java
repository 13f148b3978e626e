package org.sss.net.transport.tcp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.peer.LimitedLog;

/**
 * What the log gets of the peers of one listener. Thread-safe.
 *
 * @param refused  there are as many connections as may be
 * @param silent   those that sent no preface
 * @param breaches those that broke the protocol
 * @param failed   those that met a defect
 */
record PeerLines(LimitedLog refused, LimitedLog silent, LimitedLog breaches, LimitedLog failed) {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLines.class);
    /** Of the connections that this process has made. */
    static final PeerLines CONNECTING = new PeerLines();

    PeerLines() {
        this(new LimitedLog(LOG, "connections that were refused"), new LimitedLog(LOG, "connections that sent no preface"),
                new LimitedLog(LOG, "connections that broke the protocol"), new LimitedLog(LOG, "connections that failed"));
    }
}
