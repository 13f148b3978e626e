/**
 * Events for the Flight Recorder of Java: where the time of a job went. Without a recording they cost a read of one
 * field, and their classes are not loaded.
 *
 * <pre>
 *   task, shuffle step, commit, merge --Profile--> event --> recording (jcmd PID JFR.start)
 * </pre>
 */
package org.sss.net.profile;
