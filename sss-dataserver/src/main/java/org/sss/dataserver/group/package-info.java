/**
 * Groups and subgroups on this node: writers, commits, drops.
 *
 * <pre>
 *   put stream --event loop: sizes--> storage thread of the subgroup: checksum, order --> SubgroupWriter of the layout
 *   commit: GroupCommit --> SubgroupWriter.seal --> commit-K is written (the moment of the commit) --> Segment, visible to readers
 *   start:  Recovery: finishes commits, deletes what was not committed
 *   drop:   GroupDrop: one rename, then Trash
 *
 *   group directory
 *     SUBGROUP-N.sss   sealed, never changed again
 *     commit-K         what commit K made visible
 * </pre>
 */
package org.sss.dataserver.group;
