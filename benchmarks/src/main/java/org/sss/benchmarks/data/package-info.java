/**
 * Inputs of the suite, and records of the stores: the same bytes everywhere for the same size. All random numbers are
 * SplitMix64, so that programs in other languages can make them, too.
 */
package org.sss.benchmarks.data;
