/**
 * The shuffle: sends map output to the nodes that own its keys.
 *
 * <pre>
 *   tables, sort buffers -> Placement (hash or range of the key, partitioner) chooses the subgroup
 *                        -> RunOutput packs sorted tuples into blocks, numbers the runs of each subgroup
 *                        -> RunSink: a ShuffleOutput, which moves the blocks
 *
 *   DirectWrite          PutSession -> the owner's data server, while the map runs
 * </pre>
 *
 * A shuffle method decides when a block moves, over which link, and where it waits. It never changes the bytes of blocks and runs.
 */
package org.sss.server.shuffle;
