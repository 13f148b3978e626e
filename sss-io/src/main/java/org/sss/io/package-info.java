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
 *   tuple ──TextLines──> PartFile, hidden ──[task ends]──> waits for the commit of the job's group ──> part-00000
 * </pre>
 */
package org.sss.io;
