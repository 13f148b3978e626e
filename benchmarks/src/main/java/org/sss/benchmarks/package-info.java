/** Workload generators and measurements; code that only benchmarks need is nowhere else. */
package org.sss.benchmarks;
