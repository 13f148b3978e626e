/**
 * The workloads of the suite as programs of SSS and, without any framework, of plain Java: the floor, on all
 * processors.
 *
 * <pre>
 * SssPrograms ---- SssProgram:  BytesText, StringText, KMeans, PageRank, Sort, SumJobs, MatrixJobs, TinyJob, LoopJobs
 *                                  |
 *                               Kernels: the innermost loops, the same in all systems
 *                                  |
 * PlainPrograms -- PlainText, PlainKMeans, PlainPageRank, PlainSort, PlainCounts, PlainMatrix
 * </pre>
 */
package org.sss.benchmarks.programs;
