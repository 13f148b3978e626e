/**
 * Connections to the nodes of a cluster, and the streams of tuples over them.
 *
 * <pre>
 *   ClusterLink -> connection to each node -> Exchange (JSON), TupleStream and ValueStream (tuples)
 *   GroupWrite (a group that is written, its commit) -> GroupPuts (attempts to the data servers), StreamedValue
 *   NodeAnswers (questions to all nodes), StoredSubgroup (sizes of subgroups on nodes)
 *   GroupFiles (checks that the nodes have all committed tuples)
 * </pre>
 */
package org.sss.client.link;
