/**
 * The {@code sss} command.
 *
 * <pre>
 *   Main -> SssCommands -> CommandTable -> Command.run(Call) -> SssClient
 *     errors: one line on stderr, exit code 1; usage errors: exit code 2
 *
 *   cli ---> cluster, group, workflow, local ---> terminal
 *   workflow ---> group            the export and import of a group
 *   local ---> workflow, group, cluster
 * </pre>
 */
package org.sss.cli;
