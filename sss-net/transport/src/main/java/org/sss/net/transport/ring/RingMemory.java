package org.sss.net.transport.ring;

import java.nio.ByteBuffer;

/**
 * The memory of both sides, as one side reaches it: its own, which the peer writes at any time, and that of the peer.
 * Used by one thread at a time.
 *
 * <p>If the peer has destroyed the memory, what is read is undefined, and an {@link InternalError} is thrown by any
 * statement of this thread from the access to the next {@link #check} on. So each use of the memory ends with a check.
 */
public interface RingMemory extends AutoCloseable {
    /** Reads a word of the own memory. What the peer had put before it published the word can be read afterwards. */
    long word(RingWord word);

    /** Returns a slot of the own memory. Its position and limit may be changed. */
    ByteBuffer received(int slot);

    /**
     * Returns the buffer in which this side assembles a slot of the peer, from the header on: the memory of the peer,
     * or a local copy of it. Its position and limit may be changed.
     */
    ByteBuffer slot(int slot);

    /**
     * Sends the first {@code bytes} of a slot to the memory of the peer, unless they are there already. The tail is
     * published next.
     */
    void put(int slot, int bytes);

    /**
     * Sets a word of the peer, the tail after all puts before it have arrived. Does not wait for that: see {@link
     * #published}. Of several values of a word, only the last one may arrive.
     */
    void publish(RingWord word, long value);

    /**
     * Returns the last value of a word that has arrived, as far as is known; at first 0. {@link #word} afterwards does
     * not return a value that is older than the arrival.
     */
    long published(RingWord word);

    /**
     * Sets what runs on any thread after {@link #published} has changed by itself, or after {@link #check} has started
     * to fail. It may not run where values arrive at once.
     */
    default void onPublished(Runnable listener) {
        // values arrive at once
    }

    /**
     * @throws org.sss.api.SssException if the memory was destroyed, or the peer cannot be reached through it; no other
     * error of that is thrown later
     */
    void check();

    /** Frees the memory, which must not be used afterwards, and withdraws an offer that was not taken. Idempotent. */
    @Override
    void close();
}
