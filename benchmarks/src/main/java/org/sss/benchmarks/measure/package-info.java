/** How long something took, and what it used. Knows no system. */
package org.sss.benchmarks.measure;
