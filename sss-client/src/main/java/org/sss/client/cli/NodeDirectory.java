package org.sss.client.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sss.net.control.NodeInfo;
import org.sss.server.node.NodeIdentity;
import org.sss.server.node.config.NodeConfig;

/**
 * The directory of one node process of a cluster on this machine. Stateless: everything is in the files.
 *
 * <pre>
 *   node-0/node.properties   its settings
 *   node-0/data/             its groups
 *   node-0/log               what it printed
 *   node-0/pid               process id and start time of its last process, the latter as in /proc/PID/stat, and what tells this
 *                            directory from a copy
 * </pre>
 */
record NodeDirectory(Path directory) {
    private static final String NAME = "node-";
    private static final Pattern NAMES = Pattern.compile(NAME + "(0|[1-9]\\d{0,3})");
    private static final int LOG_LINES = 5;
    /** A log grows as long as nobody rotates it. */
    private static final int LAST_BYTES = 64 << 10;
    private static final String MESSAGE = "sss: ";

    static NodeDirectory of(Path cluster, int number) {
        return new NodeDirectory(cluster.resolve(NAME + number));
    }

    static boolean isNameOfOne(Path directory) {
        return NAMES.matcher(directory.getFileName().toString()).matches();
    }

    /** Whether there has been a node: one in the process of another program has neither settings nor a process here. */
    boolean isMade() {
        return Files.exists(settings()) || wasStarted();
    }

    boolean wasStarted() {
        return Files.exists(pid());
    }

    /** As its directory is named: known also where its settings cannot be read. */
    int number() {
        return Integer.parseInt(directory.getFileName().toString().substring(NAME.length()));
    }

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

    /** The cluster whose data it has; none before the node's first start. */
    Optional<String> clusterId() {
        return NodeIdentity.of(NodeConfig.load(settings()).dataDirectory()).map(NodeIdentity::clusterId);
    }

    void writeSettings(Map<String, String> settings) throws IOException {
        Files.createDirectories(directory);
        Files.write(settings(), settings.entrySet().stream().map(setting -> line(setting.getKey(), setting.getValue())).toList());
    }

    /**
     * Settings name the data with its whole path: after the directory was moved or copied, names the one that came along. Another place
     * that the user has named stays, also while it is not there, such as a disk that is not mounted.
     */
    void followMove() throws IOException {
        Path named = NodeConfig.load(settings()).dataDirectory();
        if (Files.isDirectory(data()) && isInNode(named) && (!Files.exists(named) || isOfAnother(named))) {
            List<String> lines = Files.readAllLines(settings());
            lines.replaceAll(line -> line.matches("\\s*data\\.dir\\s*[=:].*") ? line("data.dir", data().toString()) : line);
            Files.write(settings(), lines);
        }
    }

    /** Whether it is where the directory of a node has its data. */
    private boolean isInNode(Path named) {
        Path node = named.getParent();
        return node != null && node.getFileName() != null && named.equals(node.resolve(data().getFileName())) && isNameOfOne(node);
    }

    private boolean isOfAnother(Path named) throws IOException {
        return new NodeDirectory(named.getParent()).isMade() && !Files.isSameFile(named, data());
    }

    private static String line(String name, String value) {
        return name + " = " + value.replace("\\", "\\\\");
    }

    /**
     * The node's process if it runs: same number and same start time, since numbers are used again. A file that a crash of the
     * machine or a full disk left empty names no process.
     */
    Optional<ProcessHandle> process() {
        if (!Files.exists(pid())) {
            return Optional.empty();
        }
        try {
            String[] words = Files.readString(pid()).trim().split(" ");
            return ProcessHandle.of(Long.parseLong(words[0])).filter(ProcessStat::runs)
                    .filter(process -> words.length > 1 && started(process).equals(words[1]))
                    .filter(process -> words.length == 2 || words[2].equals(inode()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writePid(ProcessHandle process) throws IOException {
        Files.writeString(pid(), process.pid() + " " + started(process) + " " + inode() + "\n");
    }

    /** Stays when the directory is moved, and is another one in a copy. */
    private String inode() {
        try {
            return Files.getAttribute(directory, "unix:ino").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For errors: the message with which the last process ended, else what it printed last. */
    String lastWords() {
        try {
            List<String> lines = Files.exists(log()) ? endOfLog() : List.of();
            List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
            return last.stream().filter(line -> line.startsWith(MESSAGE)).reduce((first, second) -> second)
                    .map(line -> line.substring(MESSAGE.length())).orElse(String.join("\n", last));
        } catch (IOException e) {
            return "(log not readable: " + e + ")";
        }
    }

    /** The first line may have lost its beginning. */
    private List<String> endOfLog() throws IOException {
        try (SeekableByteChannel log = Files.newByteChannel(log())) {
            log.position(Math.max(0, log.size() - LAST_BYTES));
            return new String(Channels.newInputStream(log).readNBytes(LAST_BYTES), UTF_8).lines().toList();
        }
    }

    /** In ticks since the machine was started: what Java makes of them is another time when the clock was set meanwhile. */
    private static String started(ProcessHandle process) {
        return ProcessStat.startTime(process).orElseGet(() -> startedByClock(process));
    }

    private static String startedByClock(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).map(String::valueOf).orElse("?");
    }
}
