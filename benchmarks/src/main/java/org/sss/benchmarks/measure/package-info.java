/** How long something took, and what it used. */
package org.sss.benchmarks.measure;
