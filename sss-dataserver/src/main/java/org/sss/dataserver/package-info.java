/**
 * The data server: stores the subgroups that a node owns, block by block, in files of the format of Tokyo Cabinet.
 *
 * <pre>
 *   DataServer (local calls), DataService (verbs of the wire)
 *      |
 *      +--> group ---> put streams, commits, recovery, drops
 *      |      |
 *      |      +--> layout (blocks, memory), tuples: where committed runs are stored     AllLayouts makes them
 *      |      +--> scan: frames for readers
 *      |
 *      +--> segment (file format) ---> merge (sorted runs) ---> run (a committed run) ---> index
 *      +--> disk, process: directories, memory, threads           fsck: files of a server that does not run
 * </pre>
 *
 * In the default layout segments are written by {@code org.sss.kvs.format.BdbFileWriter} and read through the index of
 * SSS; the library itself makes the first, empty file of a process and can read all of them. One file has one writing
 * thread and no lock; parallelism is the number of subgroups.
 */
package org.sss.dataserver;
