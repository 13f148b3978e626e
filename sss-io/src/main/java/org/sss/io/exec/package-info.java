/**
 * Processes as mappers and reducers.
 *
 * <pre>{@code
 *   task's thread                                 Pipes                    threads of TalkingProcess      process
 *   map(key, value) ──TupleWriter──> piece ──> [ input  ] ──────────────> write ──────────────────────> stdin
 *   emit(key, value) <──TupleParser── piece <── [ output ] <────────────── read <─────────────────────── stdout
 *   message of a failure <───────────────────── StderrTail <────────────── read <─────────────────────── stderr
 * }</pre>
 */
package org.sss.io.exec;
