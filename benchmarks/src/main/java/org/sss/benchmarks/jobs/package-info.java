/** The workloads of the suite as programs of SSS, written as its users would write them. */
package org.sss.benchmarks.jobs;
