/**
 * {@code /metrics}: what a node counts, in the text format of Prometheus.
 *
 * <pre>
 *   node --HttpNode.figures--> FigureCollector --+
 *   JVM --binders of Micrometer------------------+--> Metrics --text--> Prometheus
 * </pre>
 */
package org.sss.http.metrics;
