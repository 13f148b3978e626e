/**
 * Runs that are being written, and merges of many runs into fewer.
 *
 * <pre>
 *   StorageThread: one writer for each subgroup --> OpenRuns --> OpenRun: BlockValidator, BufferedBlock in BufferMemory
 *   commit: RunSealing --> RunTarget (file, memory) --> SealResult
 *   readers of many runs: RunCompaction --> RunReduction --> MergeFile, within MergeMemory
 * </pre>
 */
package org.sss.dataserver.merge;
