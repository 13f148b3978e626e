/**
 * Services that a client can run in its own process if the server is on the class path.
 *
 * <pre>
 *   LocalCluster, JobReplay (sss-client) -> EmbeddedNodes.find() -ServiceLoader-> sss-server: nodes in this JVM, replay of a job
 * </pre>
 */
package org.sss.net.embedded;
