/**
 * What the {@code sss} command knows about the terminal: its width, its colors, and how text is wrapped for it. Knows no command.
 *
 * <pre>
 *   launcher -> -Dsss.terminal=COLUMNS, -Dsss.terminal.out=COLUMNS -> Terminal -> Console, Help, ProgressLine
 * </pre>
 */
package org.sss.client.terminal;
