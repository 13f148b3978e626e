/**
 * The {@code sss} command.
 *
 * <pre>
 *   Main -> CommandTable -> Command.run(Call) -> SssClient
 *     errors: one line on stderr, exit code 1; wrong use: exit code 2
 * </pre>
 */
package org.sss.client.cli;
