/**
 * Tuples in files that all nodes share, because they do not fit into the memory of a node (Tsukuba 2019, On-Disk).
 *
 * <pre>
 *   RelocationExchange -> RelocationFiles.Writer -> RelocationFile (one for each node and group)
 *   RelocatedInput     -> RelocationFileSource   -> RelocationFileReader of each node's file: the runs of one subgroup
 * </pre>
 */
package org.sss.server.shuffle.files;
