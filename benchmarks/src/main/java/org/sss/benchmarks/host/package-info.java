/**
 * Systems written in Java, each in a process of its own, so that what it uses can be told from what the suite uses.
 *
 * <pre>
 * this process                                       a Java process
 * HostedEngine --- HostProcess --- HostLink ==lines==&gt; HostLoop --- HostMain --- Program
 *                  (stores of bench micro) /                    \-- (their process)
 * </pre>
 */
package org.sss.benchmarks.host;
