/**
 * The code of jobs that a node has loaded.
 *
 * <pre>
 *   TaskService -> CodeCache -> LoadedCode: the functions of a job, from blobs of the coordinator (ClassLoaderCache)
 * </pre>
 */
package org.sss.server.node.code;
