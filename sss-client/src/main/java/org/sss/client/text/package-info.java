/**
 * Lines of text files, read and written on the client's machine.
 *
 * <pre>
 *   TextFiles (one sequence of bytes) -> ranges -> LineReader on each ImportWorkers thread -> LineSink
 *   TupleStream -> TsvLines -> WholeFile
 * </pre>
 */
package org.sss.client.text;
