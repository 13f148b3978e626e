/**
 * Files as input and output of jobs. Programs use {@link org.sss.io.Sources} and {@link org.sss.io.Outputs}, and extend
 * {@link org.sss.io.FileSource} for other formats.
 *
 * <pre>
 *   Sources.text("/data/*") ──splits()──> [ file, range ] ... one task each, on any node
 *                                                │ read
 *                                                ▼
 *        file ──[content]─────> ByteWindow ──> RecordScanner ──> line | CsvRow | JsonView ──> mapper
 *                               1 MiB, grows    finds ends
 *                               with a record
 *
 *   tuple ──RecordFormat──> PendingFile ──[task ends]──> waits for the commit of the job's group ──> part-00000
 * </pre>
 *
 * <p>Files are in the stores of {@link org.sss.io.store}. To add a format whose files are no lines: implement
 * {@link org.sss.io.RecordFormat} and name the class in {@code META-INF/services/org.sss.io.RecordFormat} of the jar.
 * The extension of a file selects it for exports, {@link org.sss.io.Sources#records} and
 * {@link org.sss.io.Outputs#records}.
 */
package org.sss.io;
