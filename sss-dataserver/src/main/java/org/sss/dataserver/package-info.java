/**
 * The data server: keeps the subgroups that a node owns in Tokyo Cabinet files, block by block.
 *
 * <pre>
 *   writing
 *     put stream --event loop: sizes--> storage thread of the subgroup: checksum, order --> SegmentWriter  N.tmp
 *     put stream --------------------->      (runs of several attempts in one file)     --/      |
 *                                                                                             commit: manifest, close,
 *   group directory                                                                           checksum, sync
 *     SUBGROUP-N.sss   sealed, never changed again                                               |
 *     commit-K         what commit K made visible  &lt;------- the moment of the commit ------------+
 *
 *   reading
 *     FileSegment --SegmentCache--> OpenSegment (manifest: committed runs) --RunSet: runs in the order of values
 *        in this JVM:  RunSource per run --> ChainedSource (blocks) or RunMerge (merged; RunCompaction when there are many)
 *        remote:       RawFrames (blocks as stored) or MergedFrames --> ScanStream, turn by turn as credit comes
 *
 *   one file has one writing thread and no lock; parallelism is the number of subgroups
 * </pre>
 */
package org.sss.dataserver;
