package org.sss.net.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The user as which a process runs. Immutable.
 *
 * @param uid         effective user id, or -1 if unknown
 * @param groups      ids of its groups
 * @param inContainer whether the process runs in a container
 */
public record ProcessUser(long uid, Set<Long> groups, boolean inContainer) {
    /** Created by Docker, Podman, and by systemd in each container. */
    private static final String[] FILES_IN_CONTAINERS = {".dockerenv", "run/.containerenv", "run/systemd/container"};

    public ProcessUser {
        groups = Set.copyOf(groups);
    }

    /** Read once, as a process of Java does not change its user. */
    private static final class Current {
        private static final ProcessUser USER =
                of(Path.of("/proc/self/status"), isInContainer(Path.of("/"), System.getenv()));
    }

    /** The user of this process. */
    public static ProcessUser current() {
        return Current.USER;
    }

    /** @param status as in /proc/PID/status */
    static ProcessUser of(Path status, boolean inContainer) {
        try {
            List<String> lines = Files.readAllLines(status);
            Set<Long> groups = new TreeSet<>(ids(lines, "Groups:"));
            groups.add(ids(lines, "Gid:").get(1)); // real, effective, saved, of the file system
            return new ProcessUser(ids(lines, "Uid:").get(1), groups, inContainer);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return new ProcessUser(-1, Set.of(), inContainer);
        }
    }

    private static List<Long> ids(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .flatMap(line ->
                        Arrays.stream(line.substring(name.length()).strip().split("\\s+")))
                .filter(id -> !id.isEmpty())
                .map(Long::valueOf)
                .toList();
    }

    /** Returns whether {@code owner} is this user, or that is unknown. */
    boolean isSelf(long owner) {
        return uid == -1 || uid == owner;
    }

    /**
     * Returns whether there is a file {@code .dockerenv}, {@code run/.containerenv} or {@code run/systemd/container},
     * or a variable {@code container} or {@code KUBERNETES_SERVICE_HOST} in the environment of this process or of
     * process 1.
     *
     * @param root usually {@code /}
     */
    static boolean isInContainer(Path root, Map<String, String> environment) {
        for (String file : FILES_IN_CONTAINERS) {
            if (Files.exists(root.resolve(file))) {
                return true;
            }
        }
        return environment.containsKey("container")
                || environment.containsKey("KUBERNETES_SERVICE_HOST")
                || hasVariable(root.resolve("proc/1/environ"));
    }

    private static boolean hasVariable(Path environment) {
        try {
            return Stream.of(Files.readString(environment, StandardCharsets.ISO_8859_1)
                            .split("\u0000"))
                    .anyMatch(variable ->
                            variable.startsWith("container=") || variable.startsWith("KUBERNETES_SERVICE_HOST="));
        } catch (IOException e) {
            return false; // of another user
        }
    }
}
