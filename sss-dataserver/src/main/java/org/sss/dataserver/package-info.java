/**
 * The data server: keeps the subgroups that a node owns in Tokyo Cabinet files, block by block.
 *
 * <pre>
 *   writing
 *     put stream --event loop: sizes--> storage thread of the subgroup: checksum, order --> held in memory (BlocksWriter)
 *     put stream --------------------->                                                  no room: SegmentWriter  N.tmp
 *                                                                                                |
 *                                                        commit: RunSealing merges what is held, index, sync
 *   group directory                                                                              |
 *     SUBGROUP-N.sss   sealed, never changed again                                               |
 *     commit-K         what commit K made visible  &lt;------- the moment of the commit ------------+
 *
 *   reading
 *     FileSegment --SegmentCache--> OpenSegment, pages of its BlockIndexes --RunSet: runs in the order of values
 *        a FileRun reads blocks by their places in the file, many per system call; Tokyo Cabinet has no part in it
 *        in this JVM:  RunSource per run --> ChainedSource (blocks) or RunMerge (merged; RunCompaction when there are many)
 *        remote:       RunBatches, RunFrames (blocks as stored) or MergedFrames --> ScanStream, turn by turn as credit comes
 *
 *   StorageLayout: where committed runs lie, in files (BlocksLayout), in memory (MemoryLayout), or
 *   tuple by tuple in one file for the node (TuplesLayout)
 *
 *   one file has one writing thread and no lock; parallelism is the number of subgroups
 * </pre>
 */
package org.sss.dataserver;
