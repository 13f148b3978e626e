/**
 * Workflows of SSS on Spark, unchanged: what programs and {@code spark-submit} call.
 *
 * <pre>
 *  spark-submit --class org.sss.spark.Run ... app.jar --&gt; Run --&gt; SparkRunner.run(workflow, context, options)
 *                                                                      |
 *                                                                      v
 *                                                                  run: a Spark job for each job of the workflow
 * </pre>
 */
package org.sss.spark;
