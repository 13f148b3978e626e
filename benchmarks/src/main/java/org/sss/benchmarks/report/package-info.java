/** What a run leaves: tables, CSV, JSON, Markdown and plots. */
package org.sss.benchmarks.report;
