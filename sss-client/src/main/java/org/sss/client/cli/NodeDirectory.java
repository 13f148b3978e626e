package org.sss.client.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sss.net.control.NodeInfo;
import org.sss.server.node.config.NodeConfig;

/**
 * The directory of one node process of a cluster on this machine. Stateless: everything is in the files.
 *
 * <pre>
 *   node-0/node.properties   its settings
 *   node-0/data/             its groups
 *   node-0/log               what it printed
 *   node-0/pid               process id and start time of its last process
 * </pre>
 */
record NodeDirectory(Path directory) {
    private static final int LOG_LINES = 5;

    Path settings() {
        return directory.resolve("node.properties");
    }

    Path data() {
        return directory.resolve("data");
    }

    Path log() {
        return directory.resolve("log");
    }

    private Path pid() {
        return directory.resolve("pid");
    }

    NodeInfo info() {
        return NodeConfig.load(settings()).self();
    }

    /** The node's process if it runs: same number and same start time, since numbers are used again. */
    Optional<ProcessHandle> process() {
        if (!Files.exists(pid())) {
            return Optional.empty();
        }
        try {
            String[] words = Files.readString(pid()).trim().split(" ");
            return ProcessHandle.of(Long.parseLong(words[0])).filter(ProcessHandle::isAlive)
                    .filter(process -> words.length > 1 && started(process).equals(words[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writePid(ProcessHandle process) throws IOException {
        Files.writeString(pid(), process.pid() + " " + started(process) + "\n");
    }

    /** For errors. */
    String lastLogLines() {
        try {
            List<String> lines = Files.exists(log()) ? Files.readAllLines(log()) : List.of();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            return "(log not readable: " + e + ")";
        }
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).map(String::valueOf).orElse("?");
    }
}
