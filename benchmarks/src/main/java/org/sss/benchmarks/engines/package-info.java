/**
 * Systems that SSS is measured beside, each in processes of its own. Their libraries are resolved on demand into a cache
 * directory and are on no class path of ours.
 */
package org.sss.benchmarks.engines;
