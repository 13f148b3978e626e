package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.net.control.NodeInfo;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.NodeIdentity;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.PrivateDirectory;

/**
 * The directory of one node process of a cluster on this machine. Stateless: all state is in files.
 *
 * <pre>
 *   security/                keys and tokens of all nodes, see {@link ClusterSecurity}
 *   node-0/node.properties   settings
 *   node-0/data/             groups
 *   node-0/log               output of the process
 *   node-0/pid               process id and start time (as in /proc/PID/stat) of its last process, and the inodes of this
 *                            directory and of the cluster's directory, which distinguish them from copies
 * </pre>
 */
record NodeDirectory(Path directory) {
    private static final String NAME = "node-";
    private static final Pattern NAMES = Pattern.compile(NAME + "(0|[1-9]\\d{0,3})");
    private static final int LOG_LINES = 5;
    /** The end of the log that is read, as logs are not rotated. */
    private static final int LAST_BYTES = 64 << 10;

    private static final String MESSAGE = "sss: ";

    static NodeDirectory of(Path cluster, int number) {
        return new NodeDirectory(cluster.resolve(NAME + number));
    }

    static boolean isNameOfOne(Path directory) {
        return NAMES.matcher(directory.getFileName().toString()).matches();
    }

    /**
     * Returns true if this is a node of 'sss cluster start'. Nodes inside another process have neither settings nor a
     * pid file.
     */
    boolean isMade() {
        return Files.exists(settings()) || wasStarted();
    }

    boolean wasStarted() {
        return Files.exists(pid());
    }

    /** The number in the name of the directory; available also if the settings are unreadable. */
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

    /** The directory and all that commands read or write in it. */
    List<Path> files() {
        return List.of(directory, settings(), pid(), log());
    }

    NodeInfo info() {
        return NodeConfig.load(settings()).self();
    }

    /** Id of the cluster that its data belongs to. Empty before the node's first start. */
    Optional<String> clusterId() {
        return NodeIdentity.of(dataDirectory()).map(NodeIdentity::clusterId);
    }

    void writeSettings(Map<String, String> settings) throws IOException {
        PrivateDirectory.make(directory);
        replace(
                settings(),
                settings.entrySet().stream()
                        .map(setting -> line(setting.getKey(), setting.getValue()))
                        .toList());
    }

    /**
     * Replaces the file by a new one instead of overwriting it, as a copy of the directory may share it by a hard link.
     */
    private static void replace(Path file, List<String> lines) throws IOException {
        Path temp = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temp);
        Files.write(PrivateDirectory.makeFile(temp), lines);
        Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Returns the data directory. Usually {@code data.dir} of the settings. Older versions wrote the absolute path of
     * this directory's {@code data}: after the directory was moved or copied, that is the path of the original, but
     * this directory's {@code data} is meant.
     */
    Path dataDirectory() {
        Path named = NodeConfig.load(settings()).dataDirectory();
        return isOfOriginal(named) ? data() : named;
    }

    /** The same if the settings are missing or unreadable; a node inside another process has none. */
    Path dataDirectoryOrGuess(Consumer<Finding> findings) {
        if (isMade()) {
            try {
                return dataDirectory();
            } catch (SssException e) {
                findings.accept(new Finding(
                        true,
                        "assuming that the data of node " + number() + " is in " + data() + ": " + e.getMessage()));
                return data();
            }
        }
        boolean isOfProcess = Files.exists(data().resolve(NodeIdentity.FILE))
                || Files.exists(data().resolve("data"))
                || CoordinatorState.isIn(data());
        return isOfProcess ? data() : directory;
    }

    private boolean isOfOriginal(Path named) {
        if (named.equals(data()) || !isInNode(named)) {
            return false;
        }
        // A directory that the user has chosen, such as another disk, has no node beside it; it may not be mounted.
        return Files.exists(named)
                ? new NodeDirectory(named.getParent()).isMade() && !isSameFile(named, data())
                : Files.isDirectory(data());
    }

    /** Returns true if the path is that of {@code data} in the directory of a node. */
    private boolean isInNode(Path named) {
        Path node = named.getParent();
        return node != null
                && node.getFileName() != null
                && named.equals(node.resolve(data().getFileName()))
                && isNameOfOne(node);
    }

    private static boolean isSameFile(Path one, Path other) {
        try {
            return Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Prepares the start of the node: checks that its data exists and does not belong to another directory, makes its
     * path in the settings relative, so that it stays valid when the directory is moved or copied, and adds the
     * security directory.
     *
     * @throws SssException STORAGE if the data is missing; INVALID_ARGUMENT if it belongs to the directory that this is
     *     a copy of
     */
    void prepareStart() throws IOException {
        PrivateDirectory.make(directory);
        Path data = dataDirectory();
        if (!Files.isDirectory(data)) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "the data of node " + number() + " is missing: " + data
                            + (Files.exists(data) ? " is not a directory" : " does not exist")
                            + "; restore it from a backup, mount its disk, or copy it as well if "
                            + directory + " is a copy. If the data is lost for good, " + withoutData());
        }
        if (isOutside(data) && isCopy()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    directory + " was copied or moved, and its data is elsewhere, in "
                            + data.toRealPath()
                            + ": the original and the copy would use the same data; set data.dir in " + settings()
                            + " to a copy of that data, or, if the original is no longer used, delete " + pid());
        }
        List<String> lines = Files.readAllLines(settings());
        List<String> portable = lines.stream()
                .map(line -> data.equals(data()) && line.matches("\\s*data\\.dir\\s*[=:].*")
                        ? line("data.dir", data().getFileName().toString())
                        : line)
                .toList();
        List<String> complete = withSecurity(portable);
        if (!complete.equals(lines)) {
            replace(settings(), complete);
        }
    }

    /** Nodes of one cluster must share a security directory. Older versions wrote none. */
    private static List<String> withSecurity(List<String> lines) {
        if (lines.stream().anyMatch(line -> line.matches("\\s*security\\.dir\\s*[=:].*"))) {
            return lines;
        }
        return Stream.concat(lines.stream(), Stream.of(line("security.dir", ClusterSecurity.DIRECTORY)))
                .toList();
    }

    private String withoutData() {
        return number() == 0
                ? "'sss cluster recover-journal " + directory.getParent()
                        + "' creates a new catalog for the data of the other nodes"
                : "create an empty directory there; groups that had tuples on this node are then incomplete";
    }

    private boolean isOutside(Path data) throws IOException {
        return !data.toRealPath().startsWith(directory.getParent().toRealPath());
    }

    /** Returns true if the last process was started from another directory. */
    private boolean isCopy() throws IOException {
        String[] words = Files.exists(pid()) ? Files.readString(pid()).trim().split(" ") : new String[0];
        return words.length > 2 && !isOfThisDirectory(words);
    }

    /** Files of older versions have fewer fields. */
    private boolean isOfThisDirectory(String[] words) {
        return (words.length < 3 || words[2].equals(inode(directory)))
                && (words.length < 4 || words[3].equals(inode(directory.getParent())));
    }

    private static String line(String name, String value) {
        return name + " = " + value.replace("\\", "\\\\");
    }

    /**
     * Returns the node's process if it runs. Compares id and start time, as ids are reused. Empty if the file was left
     * empty by a crash of the machine or a full disk.
     */
    Optional<ProcessHandle> process() {
        if (!Files.exists(pid())) {
            return Optional.empty();
        }
        try {
            String[] words = Files.readString(pid()).trim().split(" ");
            return ProcessHandle.of(Long.parseLong(words[0]))
                    .filter(ProcessStat::runs)
                    .filter(process -> words.length > 1 && started(process).equals(words[1]))
                    .filter(process -> isOfThisDirectory(words));
        } catch (NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writePid(ProcessHandle process) throws IOException {
        replace(
                pid(),
                List.of(process.pid() + " " + started(process) + " " + inode(directory) + " "
                        + inode(directory.getParent())));
    }

    /** Remains the same when the directory is moved, and differs in a copy. */
    private static String inode(Path directory) {
        try {
            return Files.getAttribute(directory, "unix:ino").toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the size of the log: where the output of the next process starts. */
    long logBytes() {
        return log().toFile().length();
    }

    /**
     * For error messages: the message with which the last process ended, or else the last lines of its log.
     *
     * @param from the {@link #logBytes} before its start
     */
    String lastOutput(long from) {
        try {
            List<String> lines = Files.exists(log()) ? endOfLog(from) : List.of();
            List<String> last = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
            return last.stream()
                    .filter(line -> line.startsWith(MESSAGE))
                    .reduce((first, second) -> second)
                    .map(line -> line.substring(MESSAGE.length()))
                    .orElse(String.join("\n", last));
        } catch (IOException e) {
            return "(log not readable: " + e + ")";
        }
    }

    /** The first line may be truncated at its start. */
    private List<String> endOfLog(long from) throws IOException {
        try (SeekableByteChannel log = Files.newByteChannel(log())) {
            log.position(Math.max(from, log.size() - LAST_BYTES));
            return new String(Channels.newInputStream(log).readNBytes(LAST_BYTES), UTF_8)
                    .lines()
                    .toList();
        }
    }

    /** In ticks since the machine was booted. The time that Java computes from them changes when the clock is set. */
    private static String started(ProcessHandle process) {
        return ProcessStat.startTime(process).orElseGet(() -> startedByClock(process));
    }

    private static String startedByClock(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .map(String::valueOf)
                .orElse("?");
    }
}
