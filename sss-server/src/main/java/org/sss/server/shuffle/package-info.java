/**
 * The shuffle: sends map output to the nodes that own its keys.
 *
 * <pre>
 *   tables, sort buffers -> Placement (hash or range of the key, partitioner) chooses the subgroup
 *                        -> RunOutput packs sorted tuples into blocks, numbers the runs of each subgroup
 *                           (KeySample reads some of them: which keys take the most bytes)
 *                        -> RunSink: a ShuffleOutput, which moves the blocks
 *
 *   DirectWrite    PutSession -> the owner's data server, while tasks run
 *   ParkedOutput   own blocks -> data server; others -> ParkedBlocks (ParkingLot: memory, then BlockFile)
 *                                                        -> ExchangeAfterMap: PutSession, one node in each step
 *                                                           Coupled: sizes first; DecoupledExchange: sizes of all first (package meta)
 *   QueuedOutput   own blocks -> data server; others -> TargetQueue -> stream (verb shuffle.pull) -> Pull at the
 *                  owner: PutSession to its own data server, while tasks run (PullDuringMap)
 *
 *   HeldExchange   as DecoupledExchange, by a HeldPlan: parts to other nodes, or to files (package held)
 *                  (Automatic: an empty plan unless a node would exceed its memory)
 *   HeldInput      what a task reads: its own data server, then parts that a HeldExchange stored elsewhere
 *
 *   ShuffleService (verb shuffle.run) -> ShuffleExecution -> NodeShuffle, made by a ShuffleMethod
 * </pre>
 *
 * A shuffle method decides when a block moves, over which link, and where it waits. It never changes the bytes of blocks and runs. The steps
 * that all nodes take together are in {@link org.sss.server.shuffle.plan}; the coordinator runs them.
 */
package org.sss.server.shuffle;
