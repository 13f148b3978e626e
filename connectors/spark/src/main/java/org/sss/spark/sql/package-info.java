/**
 * Groups of a cluster of SSS as tables of Spark SQL.
 *
 * <pre>
 *   SELECT ... FROM sss.counts -&gt; SssCatalog -&gt; GroupTable -&gt; GroupScanBuilder (KeyFilters) -&gt; GroupScan
 *   format("sss") -&gt; SssSource ------^                                                           |
 *   executors:  SubgroupReader &lt;- SubgroupPartition (a subgroup, or keys of it) &lt;-------------------+
 *
 *   INSERT OVERWRITE, CREATE TABLE ... AS SELECT --&gt; GroupWriteBuilder --&gt; GroupBatchWrite (commits)
 *   executors:  RowWriter, with the ticket of the write
 *
 *   GroupColumns, FieldType (types both ways)    ClientPool (connections of a process)
 * </pre>
 */
package org.sss.spark.sql;
