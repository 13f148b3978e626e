/**
 * Copies of segments on other nodes, byte for byte.
 *
 * <pre>
 *   source:  data.fetch --> SentFiles (list of files, then their bytes) --> ScanStream
 *
 *   target:  data.replicate --> Copies (two groups at once) --> Replication (signs of life, end)
 *                                                                  |
 *                                                                  v
 *            GroupCopy:  FileFetch, from each source               copy-SUBGROUP-N-U.tmp, at the pace of Throttle
 *                        sync, verify all pages and blocks (fsck)
 *                        GroupImport.commit                        SUBGROUP-N.sss and commit-K
 * </pre>
 */
package org.sss.dataserver.copy;
