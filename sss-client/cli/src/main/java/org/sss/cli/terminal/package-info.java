/**
 * Shared by all commands: the parsed command line, help, and output to a terminal or to a program.
 *
 * <pre>
 *   arguments -> Call (options, words) -> Command.run -> Console -> StandardOutput, System.err
 *                                                     Table, Units, ProgressLine, Failure
 * data -> PrintableStream if it goes to a terminal or a node's log; logged messages -> PrintableLog
 *   launcher -> -Dsss.terminal=COLUMNS, -Dsss.terminal.out=COLUMNS -> Terminal -> Console, Help, ProgressLine
 * </pre>
 */
package org.sss.cli.terminal;
