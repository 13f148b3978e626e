/**
 * Committed runs as frames for remote readers.
 *
 * <pre>
 *   runs of a subgroup -> RunSet (in the order of values) -> ChainedFrames | MergedFrames | FirstKeyFrames
 *                      -> CountedBlocks -> ScanStream: as fast as the reader grants credit;  Scans: threads, timer, limits
 *   keys of a request  -> KeyLookup;  bounds of a range partitioner -> KeySample
 * </pre>
 */
package org.sss.dataserver.scan;
