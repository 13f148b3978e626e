package org.sss.net.transport.ring;

import org.sss.api.SssException;

/** A way to share memory with another process. Thread-safe. */
public interface RingProvider {
    /** Names the way in messages and in the offer to a peer. */
    String name();

    /**
     * Makes memory for a pair of rings and for a peer. May wait.
     *
     * @throws SssException with the remedy, if there is no memory
     */
    Offer offer(RingShape shape);

    /**
     * Opens the memory that a peer offers. Does not wait.
     *
     * @param description that of the offer
     * @throws SssException if it cannot be opened here, or is not what a peer may offer
     */
    RingMemory open(RingShape shape, byte[] description);

    /** Memory that the peer has not opened yet. Used by one thread at a time. */
    interface Offer {
        /** What the peer needs to open the memory, at most 1 KiB. */
        byte[] description();

        RingMemory memory();

        /** The peer has opened the memory, and no other process shall. */
        void taken();
    }
}
