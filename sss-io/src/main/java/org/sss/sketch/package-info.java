/**
 * Approximate aggregates in bounded memory, with sketches of Apache DataSketches.
 *
 * <pre>
 *   workflow.aggregate(group, output, Sketches.distinctCount())
 *   workflow.mapAggregate(group, output, mapper, Sketches.quantiles(0.5, 0.99))
 *        mapper --values--> sketch per key --bytes--> temporary group --merged--> results
 * </pre>
 */
package org.sss.sketch;
