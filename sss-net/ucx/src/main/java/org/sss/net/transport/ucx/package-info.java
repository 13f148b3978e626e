/**
 * Rings in memory that the peer writes by UCX (<a href="https://openucx.org">openucx.org</a>): RDMA WRITE where there
 * is a device, shared memory or a socket elsewhere.
 *
 * <pre>
 *   event loop                    thread "sss-ucx"                              peer
 *   UcxMemory ── Outbox ────────▶ UcxLink
 *     assembles a slot              a round: puts words and slots, flush ────▶ [ ring ]  its UcxMemory reads it
 *     in local memory                        puts the tail, flush       ────▶ TAIL
 *        ◀── published ─────────── the round has arrived
 * </pre>
 *
 * A tail is put after the slots before it have arrived: there is no fence. Each side writes the memory that the other
 * one owns, and has local memory of the same layout, from which it is put. One thread for each process makes all calls
 * of UCX; it sleeps when there is nothing to do. Whether a peer is dead is decided by TCP. Memory is freed after its
 * endpoint is closed, since a peer may write until then.
 */
package org.sss.net.transport.ucx;
