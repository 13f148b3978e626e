package org.sss.net.transport;

/**
 * The connections of a transport at one moment.
 *
 * @param accepted    by its listeners, open now
 * @param maxAccepted limit of each listener
 * @param opened      by this side, open now
 * @param queuedBytes that wait to be sent
 * @param refused     what its listeners have refused since they were opened
 */
public record Traffic(int accepted, int maxAccepted, int opened, long queuedBytes, Refused refused) {
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, Refused.NOTHING);

    /**
     * Connections that listeners have refused or closed.
     *
     * @param limit    above a limit
     * @param silent   sent no preface, or did not authenticate in time
     * @param breaches broke the protocol, of TLS too
     */
    public record Refused(long limit, long silent, long breaches) {
        public static final Refused NOTHING = new Refused(0, 0, 0);

        public Refused plus(Refused other) {
            return new Refused(limit + other.limit, silent + other.silent, breaches + other.breaches);
        }
    }
}
