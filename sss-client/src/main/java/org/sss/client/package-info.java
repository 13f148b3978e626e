/**
 * The client of a cluster.
 *
 * <pre>
 *   SssClient --ask--> coordinator                       groups, workflows
 *     GroupWriter, imports --PutSession--> data servers  tuples in, hashed to their owners; then commit by the coordinator
 *     Scan, get, export  &lt;--RemoteSource-- data servers  tuples out, merged over subgroups
 *     submit: jobs and code as blobs --> coordinator --> nodes
 *   LocalCluster: the same client over nodes inside this JVM
 * </pre>
 */
package org.sss.client;
