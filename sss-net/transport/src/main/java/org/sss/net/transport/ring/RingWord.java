package org.sss.net.transport.ring;

/** Words in the memory of a side, all written by the other one. They start as 0. */
public enum RingWord {
    /** How many slots the peer, as the sender, has filled since the start. */
    TAIL,
    /** How many slots the peer, as the receiver, has emptied since the start. */
    HEAD,
    /** The peer, as the receiver, is asleep if it has emptied exactly this many slots. */
    ASLEEP,
    /** 1 + the {@link #HEAD} at which the peer, as the sender, waits for room. */
    WAITING
}
