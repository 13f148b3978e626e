package org.sss.cli.chaos;

import java.io.IOException;

/** A kind of hostile peer. One thread. */
interface Attack {
    /**
     * Sends one random input.
     *
     * @param parked gets each connection as soon as it is open
     * @throws IOException if the node has closed the connection
     */
    void attack(Parked parked) throws IOException;
}
