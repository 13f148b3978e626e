/**
 * Files of tasks: sorted values that do not fit into memory, and the files that a job writes.
 *
 * <pre>
 *   values of a key -> ValueSorter -> SpillWriter -> Spills -> SpillWalk, merged by SortedWalk
 *   output files of a job -> JobFiles: renamed when the job commits;  all below ScratchDirectory
 * </pre>
 */
package org.sss.server.task.spill;
