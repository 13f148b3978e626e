package org.sss.net.transport.ring;

import java.util.concurrent.CompletionStage;
import org.sss.api.SssException;

/** A way to share memory with another process. Thread-safe. */
public interface RingProvider extends AutoCloseable {
    /** Names the way in messages and in the offer to a peer. */
    String name();

    /**
     * Makes memory for a pair of rings and for a peer. May wait.
     *
     * @throws SssException with the remedy, if there is no memory
     */
    Offer offer(RingShape shape);

    /** Whether a peer on another machine can be reached. */
    boolean reachesOtherMachines();

    /**
     * Opens the memory that a peer offers. Does not wait: the stage completes on any thread, or has completed.
     *
     * @param description that of the offer
     * @return fails with an {@link SssException} if it cannot be opened here, or is not what a peer may offer
     */
    CompletionStage<Accepted> accept(RingShape shape, byte[] description);

    /** Ends after all memory was closed. Idempotent. */
    @Override
    void close();

    /**
     * Memory that a peer has offered.
     *
     * @param answer what the peer needs to use the memory of this side, at most 4 KiB; may be empty
     */
    record Accepted(RingMemory memory, byte[] answer) {}

    /** Memory that the peer has not opened yet. Used by one thread at a time. */
    interface Offer {
        /** What the peer needs to open the memory, at most 4 KiB. */
        byte[] description();

        RingMemory memory();

        /**
         * The peer has opened the memory, and no other process shall.
         *
         * @throws SssException if its answer is malformed
         */
        void taken(byte[] answer);
    }
}
