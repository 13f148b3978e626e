/** The {@code sss bench} command. */
package org.sss.benchmarks.cli;
