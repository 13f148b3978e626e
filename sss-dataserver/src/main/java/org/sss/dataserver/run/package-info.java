/**
 * A committed run, wherever it is stored, and what can be read of it.
 *
 * <pre>
 *   Segment (committed runs of a subgroup) -> Run -> BlockRun: blocks with an index
 *      in this JVM:  RunSource -> ChainedSource          remote: RunFrames, FrameSource
 *      single keys:  KeyFinder, KeyCursor -> AnswerBytes
 *   Manifest, CommitRecord, RunInfo: what a commit says of it
 * </pre>
 */
package org.sss.dataserver.run;
