/**
 * A committed run, in any layout, and the readers of it.
 *
 * <pre>
 *   Segment (committed runs of a subgroup) -> Run -> BlockRun: blocks with an index
 *      in this JVM:  RunSource -> ChainedSource          remote: RunFrames, FrameSource
 *      single keys:  KeyFinder, KeyCursor -> AnswerBytes
 *   Manifest, CommitRecord, RunInfo: what a commit records of it
 * </pre>
 */
package org.sss.dataserver.run;
