/**
 * A pair of rings between two sides, one for each direction: a pipe of bytes through memory that the receiver owns and
 * the sender writes. How the memory is shared is up to {@link org.sss.net.transport.ring.RingMemory}.
 *
 * <pre>
 *   sending side                                             receiving side
 *   RingSender ── put(slot), publish(TAIL) ──────────▶ [ 32 slots of 256 KiB ]
 *      ▲                                                     │ poll: copied out at once
 *      └── HEAD, ASLEEP ◀── publish ────────────────── RingReceiver
 *
 *   doorbell: by another connection, if the receiver is asleep or the sender waits for room
 * </pre>
 *
 * Nothing that the peer writes is trusted: words and lengths are read once, checked, and the bytes are copied before
 * they are decoded.
 */
package org.sss.net.transport.ring;
