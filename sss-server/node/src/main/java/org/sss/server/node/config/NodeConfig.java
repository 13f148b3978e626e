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
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;

/**
 * Validated settings of one node. Immutable. See docs/configuration.md for their meaning.
 *
 * @param cluster   the cluster and this node of it
 * @param workflows used if this node is the coordinator
 * @param shuffle   of jobs that do not set it; used if this node is the coordinator
 */
public record NodeConfig(
        ClusterSettings cluster,
        WorkflowSettings workflows,
        TaskSettings tasks,
        StorageSettings storage,
        NetSettings net,
        ShuffleSettings shuffle,
        SecuritySettings security,
        HttpSettings http) {
    /** Some editors write it at the start of a file. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    /** A file that every data directory of a node has. */
    private static final String IDENTITY = "node.json";

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming the file, the setting and what was expected */
    public static NodeConfig load(Path file) {
        Map<String, String> texts = texts(file);
        texts.computeIfPresent(Settings.DATA_DIR.name(), (name, text) -> besideFile(file, text));
        for (Setting<String> directory : List.of(Settings.SECURITY_DIR, Settings.SECRETS_DIR)) {
            String given = texts.getOrDefault(directory.name(), directory.defaultText());
            texts.put(
                    directory.name(),
                    file.toAbsolutePath().resolveSibling(given.strip()).toString());
        }
        return of(file.toString(), texts);
    }

    /** Resolves a relative directory against the directory of the file, not against the working directory. */
    private static String besideFile(Path file, String text) {
        try {
            Path fromHere = Path.of(text.strip()).toAbsolutePath();
            Path fromFile = file.toAbsolutePath().resolveSibling(text.strip());
            if (Files.exists(fromHere.resolve(IDENTITY)) && Files.notExists(fromFile.resolve(IDENTITY))) {
                throw invalid(file + ": data.dir = " + text + " is relative to the directory of this file, " + fromFile
                        + ", but the data of" + " a node is in " + fromHere + "; write the absolute path");
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
            String text = UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
            properties.load(new StringReader(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text));
        } catch (CharacterCodingException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the configuration file " + file + " is not in UTF-8; save it as UTF-8",
                    e);
        } catch (NoSuchFileException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there is no configuration file " + file + "; conf/node.properties.example is a template",
                    e);
        } catch (IOException | IllegalArgumentException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "cannot read the configuration file " + file + ": " + e, e);
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
        SettingValues values = new SettingValues(source, texts);
        ClusterSettings cluster = ClusterSettings.of(values);
        StorageSettings storage = StorageSettings.of(values);
        return new NodeConfig(
                cluster,
                WorkflowSettings.of(values),
                TaskSettings.of(values, cluster),
                storage,
                NetSettings.of(values),
                ShuffleSettings.of(values, storage.memoryBytes()),
                SecuritySettings.of(values, cluster),
                HttpSettings.of(values, cluster));
    }

    /** Returns this configuration for a node whose cluster is in one process. */
    public NodeConfig withinProcess() {
        return new NodeConfig(
                cluster, workflows, tasks, storage, net, shuffle, security.withinProcess(), HttpSettings.NONE);
    }

    /** Number of subgroups of a cluster whose coordinator has this configuration, if none is configured. */
    public int defaultSubgroupCount() {
        return Math.min(1024, nodes().size() * Math.max(2, tasks.threads()));
    }

    public int nodeId() {
        return cluster.nodeId();
    }

    public List<NodeInfo> nodes() {
        return cluster.nodes();
    }

    public Path dataDirectory() {
        return cluster.dataDirectory();
    }

    public NodeInfo self() {
        return nodes().get(nodeId());
    }

    public NodeInfo coordinator() {
        return nodes().get(0);
    }

    public boolean isCoordinator() {
        return nodeId() == 0;
    }

    private static SssException invalid(String message) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
