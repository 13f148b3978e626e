/**
 * Shuffle methods whose blocks wait at their sender until all tasks have ended.
 *
 * <pre>
 *   StagedOutput   own blocks -> data server; others -> StagedBlocks (StagingMemory: memory, then BlockFile)
 *                                                        -> ExchangeAfterMap: PutSession, one node in each step
 *                                                           CsaExchange: sizes first; DsaExchange: sizes of all first
 * </pre>
 *
 * The sizes are in {@link org.sss.server.shuffle.meta}.
 */
package org.sss.server.shuffle.staged;
