/** The records that all systems under test get, bit for bit the same. */
package org.sss.benchmarks.workload;
