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
 * A variable in the environment of a process, which all that it starts inherits: so that is found, where there is a {@code /proc}, though
 * its parent has ended and nothing else leads to it. Immutable.
 */
final class ProcessMark {
    private static final String NAME = "SSS_PROCESS";
    private static final String OF_THIS_JVM = UUID.randomUUID().toString();
    private static final File PROC = new File("/proc");
    private static final int MAX_ROUNDS = 10;

    private final String value = OF_THIS_JVM + "." + UUID.randomUUID();

    /** What the environments of all processes have in them that were marked by this JVM. */
    static String ofThisJvm() {
        return NAME + "=" + OF_THIS_JVM;
    }

    void putInto(Map<String, String> environment) {
        environment.put(NAME, value);
    }

    /** Those too that are started meanwhile. Also by a thread that is interrupted. */
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
        return Stream.of(pids == null ? new String[0] : pids).filter(this::isMarked)
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream()).toList();
    }

    /** Nobody may look at the processes of other users, and those that have ended have no environment any more. */
    private boolean isMarked(String pid) {
        // Not by a channel: that of an interrupted thread is closed.
        try (InputStream environment = new FileInputStream(new File(PROC, pid + "/environ"))) {
            return new String(environment.readAllBytes(), StandardCharsets.ISO_8859_1).contains(NAME + "=" + value);
        } catch (IOException e) {
            return false;
        }
    }
}
