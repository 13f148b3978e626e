/**
 * Inputs of the suite: the same bytes everywhere for the same size, made once and kept. All random numbers are SplitMix64, so
 * that programs in other languages can make them, too.
 */
package org.sss.benchmarks.data;
