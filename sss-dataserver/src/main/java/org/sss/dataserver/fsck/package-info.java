/**
 * Verifies the files of a data server that does not run. Changes nothing.
 *
 * <pre>
 *   Fsck -> FsckGroup (commits against files) -> FsckSegment -> FsckRun (index, blocks, checksums)
 * </pre>
 */
package org.sss.dataserver.fsck;
