/**
 * Blocks as they were sent: buffered, merged at the commit, and stored in segment files or in memory.
 *
 * <pre>
 *   BlocksWriter: blocks are buffered (BufferedBlock) --no memory--> SegmentWriter  N.tmp
 *        | commit: RunSealing merges the buffered runs
 *        +--> FileTarget    segment file          MemoryTarget  MemorySegment, while memory is free
 *             HybridTarget  temporary groups and those in memory: what was spilled in a file, the rest in memory
 * </pre>
 */
package org.sss.dataserver.layout;
