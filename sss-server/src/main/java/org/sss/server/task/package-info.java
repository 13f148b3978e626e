/**
 * One attempt of a job on one subgroup.
 *
 * <pre>
 *   SubgroupSource --RunCursor/RunMerge--> TaskRunner --decoded--> Mapper, Reducer
 *                                                                       | emit
 *   PutSession &lt;--RunOutput, blocks-- LongCombineTable | ValueCombineTable | SortBuffer &lt;--encoded-- TaskEmitter
 * </pre>
 */
package org.sss.server.task;
