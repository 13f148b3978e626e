/**
 * Groups with names, as files of any file system that Hadoop knows.
 *
 * <pre>
 *   STORE/GROUP/subgroup-00012.ID.blocks   the blocks of a subgroup in the order of their keys, one after the other
 *   STORE/GROUP/group.json                 types, and the files that count; its rename is the commit
 *
 *   GroupStore (names, commit, drop) ---&gt; StoredGroup (group.json)
 *   BlockFileWriter, BlockFileSource: one file
 * </pre>
 */
package org.sss.spark.store;
