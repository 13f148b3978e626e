/**
 * Shuffle methods whose blocks wait at their sender until all tasks have ended.
 *
 * <pre>
 *   ParkedOutput   own blocks -> data server; others -> ParkedBlocks (ParkingLot: memory, then BlockFile)
 *                                                        -> ExchangeAfterMap: PutSession, one node in each step
 *                                                           Coupled: sizes first; DecoupledExchange: sizes of all first
 * </pre>
 *
 * The sizes are in {@link org.sss.server.shuffle.meta}.
 */
package org.sss.server.shuffle.staged;
