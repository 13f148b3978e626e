package org.sss.io.exec;

import java.io.File;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a shell that waits for the end of this JVM, whatever the cause, and then kills the remaining processes of tasks:
 * these only see their input closed, which many ignore. Thread-safe.
 */
final class EndWatch {
    static final EndWatch OF_THIS_JVM = new EndWatch();

    private static final Logger LOG = LoggerFactory.getLogger(EndWatch.class);
    /**
     * Its input is never written to, and is closed when this JVM has ended. Processes started during the killing are
     * found in the next iteration.
     */
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            read -r end
            for round in 1 2 3 4 5 6 7 8 9 10; do
                found=$(grep -lsF "$1" /proc/[0-9]*/environ)
                [ -n "$found" ] || exit 0
                for environ in $found; do
                    pid=${environ#/proc/}
                    kill -9 "${pid%/environ}" 2> /dev/null
                done
            done
            """;

    /** Guarded by this; retained, since its input would otherwise be closed by garbage collection. */
    private Process shell;

    private EndWatch() {}

    /** Starts the shell if needed. Called before a process is started. */
    synchronized void start() {
        if (shell != null && shell.isAlive() || !new File("/proc/self/environ").exists()) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", SCRIPT, "sss-end-watch", ProcessMark.ofThisJvm())
                .directory(new File("/"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(Set.of("PATH"));
        try {
            shell = builder.start();
        } catch (IOException e) {
            LOG.warn(
                    "If this process is killed, processes of tasks may continue, since no process could be started to"
                            + " kill them: {}",
                    e.toString());
        }
    }
}
