/**
 * The shuffle: sends map output to the nodes that own its keys.
 *
 * <pre>
 *   task.output: RunOutput -> RunSink, a ShuffleOutput of the method (package method)
 *
 *   ShuffleService (verb shuffle.run) -> ShuffleExecution -> NodeShuffle, made by a ShuffleMethod of the table (ShuffleMethods)
 *
 *   method      what a method is made of; DirectShuffle: PutSession -> the owner's data server, while tasks run
 *   staged      blocks wait at their sender until all tasks have ended; one node in each step (pairwise, csa, dsa)
 *   pull        owners ask for blocks, while tasks run (fully-connected)
 *   relocation  extents are stored elsewhere than at their owner (dsa-sms, on-disk, auto), in files: package files
 *   meta        the sizes of blocks, which nodes exchange before the blocks
 *   plan        the steps that all nodes take together; the coordinator runs them
 * </pre>
 *
 * A shuffle method decides when a block moves, over which link, and where it waits. It never changes the bytes of
 * blocks and runs.
 */
package org.sss.server.shuffle;
