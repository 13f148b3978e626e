package org.sss.io.exec;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * A variable in the environment of a process, which its descendants inherit: with {@code /proc}, they are found by it
 * even if their parent has ended. Immutable.
 */
final class ProcessMark {
    private static final String NAME = "SSS_PROCESS";
    private static final String OF_THIS_JVM = UUID.randomUUID().toString();
    private static final File PROC = new File("/proc");
    private static final int MAX_ROUNDS = 10;

    private final String value = OF_THIS_JVM + "." + UUID.randomUUID();

    /** Returns the text in the environments of all processes marked by this JVM. */
    static String ofThisJvm() {
        return NAME + "=" + OF_THIS_JVM;
    }

    void putInto(Map<String, String> environment) {
        environment.put(NAME, value);
    }

    /**
     * Kills all marked processes, including those that are started in the meantime. May be called by an interrupted
     * thread.
     */
    void killAll() {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            List<ProcessHandle> found = found();
            if (found.isEmpty()) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private List<ProcessHandle> found() {
        String[] pids = PROC.list((proc, name) -> Character.isDigit(name.charAt(0)));
        return Stream.of(pids == null ? new String[0] : pids)
                .filter(this::isMarked)
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .toList();
    }

    /** Environments of other users' processes are not readable, and processes that have ended have none. */
    private boolean isMarked(String pid) {
        // Not with a channel, which is closed if the thread is interrupted.
        try (InputStream environment = new FileInputStream(new File(PROC, pid + "/environ"))) {
            return new String(environment.readAllBytes(), StandardCharsets.ISO_8859_1).contains(NAME + "=" + value);
        } catch (IOException e) {
            return false;
        }
    }
}
