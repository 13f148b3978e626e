package org.sss.server.node.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;
import org.sss.net.control.NodeInfo;
import org.sss.server.coordinator.execution.job.RetryPolicy;
import org.sss.server.security.FileRoots;
import org.sss.server.security.SecurityMode;

/**
 * Validated settings of one node. Immutable. See docs/configuration.md for their meaning.
 *
 * @param subgroupCount   as configured, 0 if the coordinator chooses it
 * @param taskThreads     at least 1
 * @param taskBufferBytes output buffer of each task
 * @param grouping        of task output without a combiner
 * @param layout          of new groups
 * @param segmentWriter   what writes segment files
 * @param dataMemoryBytes for tuples that are not committed, with {@code MEMORY} also for committed ones
 * @param syncsCommits    whether a commit waits for the disk
 * @param blobBytes       limit of the blobs on disk
 * @param retry           of tasks that failed for other reasons than user code or data
 * @param stallTimeout    how long user code may show no sign of life
 * @param security        of its connections
 * @param securityDir     keys and tokens; may not exist
 * @param files           that jobs may read and write
 * @param mayRunAsRoot    even if other machines reach the cluster
 * @param shuffle         of jobs that do not set a method
 * @param rings           to other nodes
 * @param shuffleMemoryBytes what a node may get in the shuffle of a job that does not set it
 * @param spillDirectory  that all nodes share
 */
public record NodeConfig(int nodeId, List<NodeInfo> nodes, Path dataDirectory, int subgroupCount, int taskThreads,
        long taskBufferBytes, Grouping grouping, DataServerConfig.Layout layout, SegmentFileWriter segmentWriter, long dataMemoryBytes, boolean syncsCommits, String netIo,
        Duration netIdleTimeout, Duration netStallTimeout, long blobBytes, int workflowsRunning, RetryPolicy retry, Duration stallTimeout, SecurityMode security,
        Path securityDir, long auditBytes, FileRoots files, boolean mayRunAsRoot, Shuffle shuffle, RingSettings rings,
        long shuffleMemoryBytes, Optional<Path> spillDirectory) {
    private static final long MAX_DEFAULT_BUFFER_BYTES = 256L << 20;
    /** Some editors write it at the start of a file. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    /** A file that every data directory of a node has. */
    private static final String IDENTITY = "node.json";
    private static final long MIN_BUFFER_BYTES = 1L << 20;

    public NodeConfig {
        nodes = List.copyOf(nodes);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming the file, the setting and what was expected */
    public static NodeConfig load(Path file) {
        Map<String, String> texts = texts(file);
        texts.computeIfPresent(Settings.DATA_DIR.name(), (name, text) -> besideFile(file, text));
        texts.put(Settings.SECURITY_DIR.name(), file.toAbsolutePath().resolveSibling(
                texts.getOrDefault(Settings.SECURITY_DIR.name(), Settings.SECURITY_DIR.defaultText()).strip()).toString());
        return of(file.toString(), texts);
    }

    /** Resolves a relative directory against the directory of the file, not against the working directory. */
    private static String besideFile(Path file, String text) {
        try {
            Path fromHere = Path.of(text.strip()).toAbsolutePath();
            Path fromFile = file.toAbsolutePath().resolveSibling(text.strip());
            if (Files.exists(fromHere.resolve(IDENTITY)) && Files.notExists(fromFile.resolve(IDENTITY))) {
                throw invalid(file + ": data.dir = " + text + " is relative to the directory of this file, " + fromFile + ", but the data of"
                        + " a node is in " + fromHere + "; write the absolute path");
            }
            return text.isBlank() ? text : fromFile.toString();
        } catch (InvalidPathException e) {
            return text; // rejected when it is parsed
        }
    }

    /**
     * Reads the settings of a file, by name, not validated.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming the file
     */
    public static Map<String, String> texts(Path file) {
        Properties properties = new Properties();
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(file))).toString();
            properties.load(new StringReader(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text));
        } catch (CharacterCodingException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "the configuration file " + file + " is not in UTF-8; save it as UTF-8", e);
        } catch (NoSuchFileException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "there is no configuration file " + file
                    + "; conf/node.properties.example is a template", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "cannot read the configuration file " + file + ": " + e, e);
        }
        Map<String, String> texts = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> texts.put(name, properties.getProperty(name)));
        return texts;
    }

    /**
     * @param source where the settings come from, for messages
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT}
     */
    public static NodeConfig of(String source, Map<String, String> texts) {
        SettingNames.check(source, texts.keySet());
        Values values = new Values(source, texts);
        List<NodeInfo> nodes = values.get(Settings.CLUSTER_NODES);
        int id = values.get(Settings.NODE_ID);
        int subgroups = values.get(Settings.CLUSTER_SUBGROUPS);
        if (id >= nodes.size()) {
            throw invalid(source + ": node.id = " + id + ", but cluster.nodes lists nodes 0 to " + (nodes.size() - 1));
        }
        if (subgroups > 0 && subgroups < nodes.size()) {
            throw invalid(source + ": cluster.subgroups = " + subgroups + " leaves some of the " + nodes.size()
                    + " nodes without work; expected at least one for each node");
        }
        int threads = orElse(values.get(Settings.TASK_THREADS), coresOf(nodes.get(id), nodes));
        long buffer = values.get(Settings.TASK_BUFFER);
        long dataMemory = orElse(values.get(Settings.DATA_MEMORY), DataServerConfig.defaultMemoryBytes());
        return new NodeConfig(id, nodes, values.get(Settings.DATA_DIR), subgroups, threads,
                buffer > 0 ? buffer : defaultTaskBufferBytes(threads),
                Grouping.of(values.get(Settings.TASK_GROUPING)),
                DataServerConfig.Layout.valueOf(values.get(Settings.STORAGE_LAYOUT).toUpperCase(Locale.ROOT)),
                SegmentFileWriter.valueOf(values.get(Settings.STORAGE_WRITER).toUpperCase(Locale.ROOT)),
                dataMemory,
                values.get(Settings.DURABILITY).equals("commit"), values.get(Settings.NET_IO), values.get(Settings.NET_IDLE_TIMEOUT), values.get(Settings.NET_STALL_TIMEOUT),
                values.get(Settings.BLOBS_SIZE), values.get(Settings.WORKFLOWS_RUNNING),
                new RetryPolicy(values.get(Settings.TASK_ATTEMPTS), values.get(Settings.TASK_NODE_PATIENCE)),
                values.get(Settings.TASK_STALL_TIMEOUT), SecurityMode.of(values.get(Settings.SECURITY), nodes),
                securityDir(values), values.get(Settings.AUDIT_SIZE), roots(source, id, nodes, values), values.get(Settings.RUN_AS_ROOT).equals("allowed"),
                Shuffle.of(values.get(Settings.SHUFFLE_METHOD)),
                new RingSettings(values.get(Settings.NET_TRANSPORT), values.get(Settings.NET_TRANSPORT_REQUIRED).equals("true"),
                        values.get(Settings.NET_RING_SIZE), values.get(Settings.NET_RING_SPIN),
                        Map.of("tls", values.get(Settings.NET_UCX_TLS), "devices", values.get(Settings.NET_UCX_DEVICES)),
                        values.get(Settings.NET_UCX_PLAINTEXT).equals("allowed")),
                orElse(values.get(Settings.SHUFFLE_MEMORY_LIMIT), dataMemory / 2), values.get(Settings.SHUFFLE_SPILL_DIR));
    }

    /** Returns the settings of a node for which only mandatory ones are given. */
    public static NodeConfig defaults(Path dataDirectory) {
        return of("defaults", Map.of(Settings.NODE_ID.name(), "0", Settings.CLUSTER_NODES.name(), "localhost", Settings.DATA_DIR.name(),
                dataDirectory.toString()));
    }

    private static Path securityDir(Values values) {
        return values.get(Settings.DATA_DIR).resolveSibling(values.get(Settings.SECURITY_DIR)).normalize();
    }

    private static FileRoots roots(String source, int id, List<NodeInfo> nodes, Values values) {
        Optional<List<Path>> given = values.get(Settings.FILES_ROOTS);
        if (given.isEmpty()) {
            return SecurityMode.isLoopback(nodes) ? FileRoots.ALL : FileRoots.of(id, List.of());
        }
        Map<String, Path> own = Map.of("data.dir", values.get(Settings.DATA_DIR), "security.dir", securityDir(values));
        for (Path root : given.get()) {
            own.forEach((name, directory) -> {
                if (directory.startsWith(root) || root.startsWith(directory)) {
                    throw invalid(source + ": files.roots = " + root + " shares files with " + name + " = " + directory
                            + ", but jobs must not use these files; use another directory");
                }
            });
        }
        return FileRoots.of(id, given.get());
    }

    private static long orElse(long configured, long computed) {
        return configured > 0 ? configured : computed;
    }

    private static int orElse(int configured, int computed) {
        return configured > 0 ? configured : computed;
    }

    /** The cores of this node's host, divided by the nodes on it: more tasks than cores only compete for caches and memory. */
    private static int coresOf(NodeInfo self, List<NodeInfo> nodes) {
        String host = self.server().host();
        long onHost = nodes.stream().filter(node -> node.server().host().equals(host)).count();
        return (int) Math.max(1, Runtime.getRuntime().availableProcessors() / onHost);
    }

    /** Default output buffer of a task: a quarter of the heap divided by {@code threads}, at most 256 MiB. */
    public static long defaultTaskBufferBytes(int threads) {
        long share = Runtime.getRuntime().maxMemory() / 4 / threads;
        return Math.max(MIN_BUFFER_BYTES, Math.min(MAX_DEFAULT_BUFFER_BYTES, share));
    }

    /** Number of subgroups of a cluster whose coordinator has this configuration, if none is configured. */
    public int defaultSubgroupCount() {
        return Math.min(1024, nodes.size() * Math.max(2, taskThreads));
    }

    public NodeInfo self() {
        return nodes.get(nodeId);
    }

    public NodeInfo coordinator() {
        return nodes.get(0);
    }

    public boolean isCoordinator() {
        return nodeId == 0;
    }

    private static SssException invalid(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }

    private record Values(String source, Map<String, String> texts) {
        <T> T get(Setting<T> setting) {
            return setting.parse(source, texts.get(setting.name()));
        }
    }
}
