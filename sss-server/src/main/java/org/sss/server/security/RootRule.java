package org.sss.server.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A node that other machines reach does not run as root outside of a container, as jobs would run as root, too.
 * Immutable.
 *
 * @param uid         effective user id of the process, or -1 if unknown
 * @param loopback    whether only programs of this machine reach the cluster
 * @param allowed     setting {@code run.as.root}
 * @param inContainer whether the process runs in a container
 */
public record RootRule(long uid, boolean loopback, boolean allowed, boolean inContainer) {
    /** Created by Docker, Podman, and by systemd in each container. */
    private static final String[] FILES_IN_CONTAINERS = {".dockerenv", "run/.containerenv", "run/systemd/container"};

    /** The rule for this process. */
    public static RootRule ofThisProcess(boolean loopback, boolean allowed) {
        return new RootRule(uid(Path.of("/proc/self/status")), loopback, allowed,
                isInContainer(Path.of("/"), System.getenv()));
    }

    public boolean permits() {
        return uid != 0 || loopback || allowed || inContainer;
    }

    /** Returns whether {@code owner} is the user of the process, or that is unknown. */
    boolean isOwn(int owner) {
        return uid == -1 || uid == owner;
    }

    /** @throws SssException INVALID_ARGUMENT if the rule does not permit the node to run */
    public void check(int node) {
        if (!permits()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "node " + node
                    + " runs as root (uid 0), and other machines"
                    + " reach it: the code of jobs would run as root; run the node as a user of its own (User=sss in"
                    + " conf/sss-node.service) or in a container, or set run.as.root = allowed");
        }
    }

    /** @param status as in /proc/PID/status */
    static long uid(Path status) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("Uid:")).map(line -> line.trim().split("\\s+"))
                    .filter(words -> words.length > 2).mapToLong(words -> Long.parseLong(words[2])).findFirst()
                            .orElse(-1);
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    /**
     * Returns whether there is a file {@code .dockerenv}, {@code run/.containerenv} or {@code run/systemd/container},
     * or a
     * variable {@code container} or {@code KUBERNETES_SERVICE_HOST} in the environment of this process or of process 1.
     *
     * @param root usually {@code /}
     */
    static boolean isInContainer(Path root, Map<String, String> environment) {
        for (String file : FILES_IN_CONTAINERS) {
            if (Files.exists(root.resolve(file))) {
                return true;
            }
        }
        return environment.containsKey("container") || environment.containsKey("KUBERNETES_SERVICE_HOST")
                || hasVariable(root.resolve("proc/1/environ"));
    }

    private static boolean hasVariable(Path environment) {
        try {
            return Stream.of(Files.readString(environment, StandardCharsets.ISO_8859_1).split("\u0000"))
                    .anyMatch(variable -> variable.startsWith("container=")
                            || variable.startsWith("KUBERNETES_SERVICE_HOST="));
        } catch (IOException e) {
            return false; // of another user
        }
    }
}
