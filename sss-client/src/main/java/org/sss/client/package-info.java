/**
 * The client of a cluster. With {@code org.sss.api}, {@code org.sss.io} and {@code org.sss.sketch} this is all that
 * programs use of SSS; the other packages may change with each version.
 *
 * <p>To
 * <ul>
 * <li>connect: {@link org.sss.client.SssClient}, {@link org.sss.client.Credentials}; in this JVM:
 *     {@link org.sss.client.LocalCluster}, {@link org.sss.client.LocalSettings}
 * <li>write groups: {@link org.sss.client.GroupWriter}, {@link org.sss.client.GroupWriters},
 *     {@link org.sss.client.Transferred}; from several processes: {@link org.sss.client.DistributedWrite}, {@link
 *     org.sss.client.WriteTicket}, {@link org.sss.client.AttemptWriter}, {@link org.sss.client.WrittenAttempt}
 * <li>read groups: {@link org.sss.client.Scan}, {@link org.sss.client.GroupReader}; as bytes:
 *     {@link org.sss.client.RawTuples}, {@link org.sss.client.RawReader}
 * <li>describe groups: {@link org.sss.client.Group}, {@link org.sss.client.GroupLayout}, {@link
 * org.sss.client.ListedGroups}
 * <li>run workflows: {@link org.sss.client.WorkflowHandle}, {@link org.sss.client.WorkflowDefinition},
 *     {@link org.sss.client.JobReplay}
 * <li>see what they do: {@link org.sss.client.WorkflowReport}, {@link org.sss.client.ListedWorkflows},
 *     {@link org.sss.client.JobReport}, {@link org.sss.client.Progress}, {@link org.sss.client.JobStatistics}
 * <li>operate a cluster: {@link org.sss.client.ClusterAdmin}, {@link org.sss.client.Cluster},
 *     {@link org.sss.client.ClusterStatus}, {@link org.sss.client.NodeStatus}, {@link org.sss.client.OrphanedGroups}
 * </ul>
 *
 * <pre>
 *   SssClient --ask--> coordinator                       groups, workflows
 *     GroupWriter, imports --PutSession--> data servers  tuples in, hashed to their owners; then commit by the coordinator
 *     Scan, get, export  &lt;--RemoteSource-- data servers  tuples out, merged over subgroups
 *     submit: jobs and code as blobs --> coordinator --> nodes
 *   LocalCluster: the same client over nodes inside this JVM
 *   what nodes answer (org.sss.net.control) --> Group, WorkflowReport, ClusterStatus: with stable names
 * </pre>
 */
package org.sss.client;
