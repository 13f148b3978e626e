/** What runs in the process of a rival, besides its own libraries: Java alone, and no library of this suite. */
package org.sss.benchmarks.engines.runner;
