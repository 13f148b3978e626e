/**
 * Connections to the nodes of a cluster, and the streams of tuples over them.
 *
 * <pre>
 *   ClusterLink -> connection to each node -> Exchange (JSON), TupleStream and ValueStream (tuples)
 *   GroupLayout (what is committed where), GroupFiles (whether the nodes have it)
 * </pre>
 */
package org.sss.client.link;
