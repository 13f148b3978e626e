/** What is kept of a run: tables, CSV, JSON and plots. */
package org.sss.benchmarks.report;
