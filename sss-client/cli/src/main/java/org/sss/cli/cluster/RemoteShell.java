package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Runs scripts on other hosts by the {@code ssh} of this system, which never asks for anything. A script, with all that
 * is in it, is sent to the standard input of {@code bash}, so that nobody sees it in a list of processes. Thread-safe.
 */
final class RemoteShell {
    private static final int CONNECT_SECONDS = 10;
    /** Starts lines of scripts; others are those of ssh, or of the login. */
    private static final String SAID = "sss-remote: ";

    private static final int FAILED_SSH = 255;
    private static final int NO_COMMAND = 127;

    private final String command;

    /** @param command {@code ssh}, or a command that takes the same arguments */
    RemoteShell(String command) {
        this.command = command;
    }

    /**
     * Runs a script and returns what it said last.
     *
     * @throws SssException with host, what ssh or the script said, and the remedy
     */
    String run(RemoteNode node, String script, Duration timeout) {
        try {
            Path output = Files.createTempFile("sss-ssh", ".out"); // not a pipe, which ssh may leave open
            try {
                return run(node, script, timeout, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot run '" + command + "' (" + e.getMessage() + "); install OpenSSH's client, or name another "
                            + "command by --ssh",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, node + ": interrupted", e);
        }
    }

    private String run(RemoteNode node, String script, Duration timeout, Path output)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        command,
                        "-T",
                        "-o",
                        "BatchMode=yes",
                        "-o",
                        "ConnectTimeout=" + CONNECT_SECONDS,
                        node.destination(),
                        "bash -s")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            try (OutputStream in = process.getOutputStream()) {
                in.write(script.getBytes(UTF_8));
            } catch (IOException e) {
                // ssh has ended; its exit code shows why
            }
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SssException(
                        ErrorCode.TIMEOUT,
                        node + ": no answer within " + timeout.toSeconds() + " s; see whether the host is busy: "
                                + command + " " + node.destination() + " uptime");
            }
        } finally {
            process.destroyForcibly();
        }
        return answer(
                node,
                process.exitValue(),
                Files.readString(output, UTF_8).lines().toList());
    }

    private String answer(RemoteNode node, int exit, List<String> lines) {
        String said = lines.stream()
                .filter(line -> line.startsWith(SAID))
                .reduce((before, last) -> last)
                .map(line -> line.substring(SAID.length()))
                .orElse("");
        if (exit == 0 && !said.isEmpty()) {
            return said;
        }
        String shown =
                said.isEmpty() ? lines.stream().reduce((before, last) -> last).orElse("no output") : said;
        throw new SssException(
                exit == FAILED_SSH && said.isEmpty() ? ErrorCode.NODE_UNREACHABLE : ErrorCode.INVALID_ARGUMENT,
                node + ": " + shown + (said.isEmpty() ? "; " + remedy(node, exit, shown) : ""));
    }

    private String remedy(RemoteNode node, int exit, String said) {
        String test = command + " -o BatchMode=yes " + node.destination() + " true";
        if (exit == NO_COMMAND) {
            return "install bash there";
        } else if (exit != FAILED_SSH) {
            return "try: " + test + " (exit code " + exit + ")";
        } else if (said.contains("resolve hostname")) {
            return "correct the name, or add it to DNS, /etc/hosts or ~/.ssh/config";
        } else if (said.contains("Permission denied")) {
            return "let this user log in without a password: ssh-copy-id " + node.destination() + ", or ssh-add; "
                    + "then try: " + test;
        } else if (said.contains("verification failed")) {
            return "log in once by hand to check and accept the key of the host: ssh " + node.destination();
        } else if (said.contains("Connection refused")) {
            return "start sshd on that host, or set its port in ~/.ssh/config";
        }
        return "see whether the host is up, and try: " + test;
    }
}
