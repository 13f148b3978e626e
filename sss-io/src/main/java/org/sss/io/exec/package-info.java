/**
 * Processes as mappers and reducers.
 *
 * <pre>{@code
 *   task's thread                                 Pipes                    threads of PipedProcess      process
 *   map(key, value) ──TupleWriter──> chunk ──> [ input  ] ──────────────> write ──────────────────────> stdin
 *   emit(key, value) <──TupleParser── chunk <── [ output ] <────────────── read <─────────────────────── stdout
 *   message of a failure <───────────────────── StderrTail <────────────── read <─────────────────────── stderr
 * }</pre>
 */
package org.sss.io.exec;
