/** What SSS is compared with; each gets the same records. */
package org.sss.benchmarks.rival;
