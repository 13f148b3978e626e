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
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.net.control.NodeInfo;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.node.NodeIdentity;
import org.sss.server.node.config.NodeConfig;

/**
 * The directory of one node process of a cluster on this machine. Stateless: everything is in the files.
 *
 * <pre>
 *   node-0/node.properties   its settings
 *   node-0/data/             its groups
 *   node-0/log               what it printed
 *   node-0/pid               process id and start time of its last process, the latter as in /proc/PID/stat, and the inodes of this
 *                            directory and of that of the cluster, which tell them from copies
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
        return NodeIdentity.of(dataDirectory()).map(NodeIdentity::clusterId);
    }

    void writeSettings(Map<String, String> settings) throws IOException {
        Files.createDirectories(directory);
        replace(settings(), settings.entrySet().stream().map(setting -> line(setting.getKey(), setting.getValue())).toList());
    }

    /** Writes a new file in place of the old one, which a copy of the directory may share by a hard link. */
    private static void replace(Path file, List<String> lines) throws IOException {
        Path temp = file.resolveSibling(file.getFileName() + ".new");
        Files.write(temp, lines);
        Files.move(temp, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Where the node has its data. Usually {@code data.dir} of the settings. Older versions wrote there the absolute path of this
     * directory's own {@code data}: after the directory was moved or copied, that is the path of the original, and this directory's
     * {@code data} is meant.
     */
    Path dataDirectory() {
        Path named = NodeConfig.load(settings()).dataDirectory();
        return isOfOriginal(named) ? data() : named;
    }

    /** The same also without readable settings, such as those of a node inside of a process, which has none. */
    Path dataDirectoryOrGuess(Consumer<Finding> findings) {
        if (isMade()) {
            try {
                return dataDirectory();
            } catch (SssException e) {
                findings.accept(new Finding(true, "the data of node " + number() + " is taken to be in " + data() + ": " + e.getMessage()));
                return data();
            }
        }
        boolean isOfProcess = Files.exists(data().resolve(NodeIdentity.FILE)) || Files.exists(data().resolve("data"))
                || CoordinatorState.isIn(data());
        return isOfProcess ? data() : directory;
    }

    private boolean isOfOriginal(Path named) {
        if (named.equals(data()) || !isInNode(named)) {
            return false;
        }
        // A place that the user has chosen, such as another disk, has no node beside it; it may not be mounted now.
        return Files.exists(named) ? new NodeDirectory(named.getParent()).isMade() && !isSameFile(named, data())
                : Files.isDirectory(data());
    }

    /** Whether it is where the directory of a node has its data. */
    private boolean isInNode(Path named) {
        Path node = named.getParent();
        return node != null && node.getFileName() != null && named.equals(node.resolve(data().getFileName())) && isNameOfOne(node);
    }

    private static boolean isSameFile(Path one, Path other) {
        try {
            return Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Before a process of the node starts: checks that its data is there and is not that of another directory, and makes the settings
     * name it by a path that stays right when the directory is moved or copied.
     *
     * @throws SssException STORAGE when the data is missing, INVALID_ARGUMENT when it belongs to the directory that this is a copy of
     */
    void prepareStart() throws IOException {
        Path data = dataDirectory();
        if (!Files.isDirectory(data)) {
            throw new SssException(ErrorCode.STORAGE, "the data of node " + number() + " is missing: " + data + (Files.exists(data)
                    ? " is not a directory" : " does not exist") + "; restore it from a backup, or mount its disk, or copy it as well if "
                    + directory + " is a copy. If the data is lost for good, " + withoutData(data));
        }
        if (isOutside(data) && isCopy()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, directory + " was copied or moved, and its data is elsewhere, in "
                    + data.toRealPath() + ": the original and the copy would work on the same data; set data.dir in " + settings()
                    + " to a copy of that data, or, if the original is no longer used, delete " + pid());
        }
        List<String> lines = Files.readAllLines(settings());
        List<String> portable = lines.stream().map(line -> data.equals(data()) && line.matches("\\s*data\\.dir\\s*[=:].*")
                ? line("data.dir", data().getFileName().toString()) : line).toList();
        if (!portable.equals(lines)) {
            replace(settings(), portable);
        }
    }

    private String withoutData(Path data) {
        return number() == 0 ? "'sss cluster recover-journal " + directory.getParent() + "' makes a new catalog for the data of the other nodes"
                : "make an empty directory there; the groups that it had a share of are incomplete then";
    }

    private boolean isOutside(Path data) throws IOException {
        return !data.toRealPath().startsWith(directory.getParent().toRealPath());
    }

    /** Whether the last process was started from another directory. */
    private boolean isCopy() throws IOException {
        String[] words = Files.exists(pid()) ? Files.readString(pid()).trim().split(" ") : new String[0];
        return words.length > 2 && !isOfThisDirectory(words);
    }

    /** Files of older versions say less. */
    private boolean isOfThisDirectory(String[] words) {
        return (words.length < 3 || words[2].equals(inode(directory))) && (words.length < 4 || words[3].equals(inode(directory.getParent())));
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
                    .filter(process -> isOfThisDirectory(words));
        } catch (NumberFormatException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void writePid(ProcessHandle process) throws IOException {
        replace(pid(), List.of(process.pid() + " " + started(process) + " " + inode(directory) + " " + inode(directory.getParent())));
    }

    /** Stays when the directory is moved, and is another one in a copy. */
    private static String inode(Path directory) {
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
