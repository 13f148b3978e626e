/**
 * Plain Java programs for the workloads of the suite: threads, arrays and files, no framework. They give the answers that all
 * systems are compared with, and a time that an engine can be held against. Their own code throughout, so that a fault of SSS
 * cannot hide in them.
 */
package org.sss.benchmarks.floor;
