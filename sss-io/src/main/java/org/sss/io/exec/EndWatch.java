package org.sss.io.exec;

import java.io.File;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell that waits for the end of this JVM, however that comes, and then kills the processes of tasks that it has left: all that they
 * see of it is that their input is closed, and many do not look. Thread-safe.
 */
final class EndWatch {
    static final EndWatch OF_THIS_JVM = new EndWatch();

    private static final Logger LOG = LoggerFactory.getLogger(EndWatch.class);
    /** Nobody writes to its input, which is closed when this JVM is gone. What is started while it kills is found in the next round. */
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

    /** Guarded by this; referred to, since its input would else be closed with it. */
    private Process shell;

    private EndWatch() {
    }

    /** To be called before a process is started. */
    synchronized void begin() {
        if (shell != null && shell.isAlive() || !new File("/proc/self/environ").exists()) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", SCRIPT, "sss-end-watch", ProcessMark.ofThisJvm())
                .directory(new File("/")).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().retainAll(Set.of("PATH"));
        try {
            shell = builder.start();
        } catch (IOException e) {
            LOG.warn("If this process is killed, those that it has started may run on, as none could be started to end them: {}", e.toString());
        }
    }
}
