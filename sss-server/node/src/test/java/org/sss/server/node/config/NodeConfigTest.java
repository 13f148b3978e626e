package org.sss.server.node.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.transport.NodeAddress;
import org.sss.server.security.FileRoots;

class NodeConfigTest {
    @TempDir
    Path directory;

    private static final Path TOP = Path.of("../..").toAbsolutePath().normalize();

    private static Map<String, String> minimalSettings() {
        return new HashMap<>(Map.of("node.id", "1", "cluster.nodes", "a,b:1:2 , [::1]:3:4", "data.dir", "/tmp/sss"));
    }

    private static NodeConfig with(String name, String value) {
        Map<String, String> texts = minimalSettings();
        texts.put(name, value);
        return NodeConfig.of("test", texts);
    }

    @Test
    void appliesDefaults() {
        NodeConfig config = NodeConfig.of("test", minimalSettings());
        assertThat(config.tasks().threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(config.tasks().bufferBytes()).isBetween(1L << 20, 64L << 20);
        assertThat(config.storage().memoryBytes())
                .isEqualTo(Runtime.getRuntime().maxMemory() / 4);
        assertThat(config.net().stallTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.storage().syncsCommits()).isTrue();
        assertThat(config.storage().blobBytes()).isEqualTo(4L << 30);
    }

    @Test
    void dividesCoresByNodesOnSameHost() {
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> nodes = IntStream.rangeClosed(0, cores)
                .mapToObj(node -> "h:" + (2 * node + 1) + ":" + (2 * node + 2))
                .toList();
        assertThat(with("cluster.nodes", String.join(",", nodes)).tasks().threads())
                .isEqualTo(1);
        assertThat(with("cluster.nodes", "h:1:2,other:1:2").tasks().threads()).isEqualTo(cores);
        assertThat(with("cluster.nodes", "h:1:2,h:3:4,other:1:2").tasks().threads())
                .isEqualTo(Math.max(1, cores / 2));
    }

    @Test
    void jobsUseNoFilesByDefaultIfANodeIsOffLoopback() {
        assertThat(with("cluster.nodes", "127.0.0.1:1:2,[::1]:3:4").security().files())
                .isSameAs(FileRoots.ALL);
        assertThat(with("cluster.nodes", "127.0.0.1:1:2,192.0.2.1:3:4")
                        .security()
                        .files())
                .hasToString("[]");
        assertThat(with("files.roots", "none").security().files()).hasToString("[]");
        assertThat(with("files.roots", "/data , /srv/../more").security().files())
                .hasToString("[/data, /more]");
    }

    @Test
    void rejectsRootThatSharesFilesWithTheData() {
        for (String root : List.of("/", "/tmp", "/tmp/sss", "/tmp/sss/out", "/data,/tmp", "/tmp/security")) {
            assertThatThrownBy(() -> with("files.roots", root))
                    .isInstanceOf(SssException.class)
                    .hasMessageContaining("shares files with ");
        }
    }

    @Test
    void rootIsRefusedByDefault() {
        assertThat(with("node.id", "0").security().mayRunAsRoot()).isFalse();
        assertThat(with("run.as.root", "allowed").security().mayRunAsRoot()).isTrue();
    }

    @Test
    void numbersNodesAndAppliesDefaultPorts() {
        NodeConfig config = NodeConfig.of("test", minimalSettings());
        assertThat(config.coordinator().server()).isEqualTo(new NodeAddress("a", 21200));
        assertThat(config.coordinator().data()).isEqualTo(new NodeAddress("a", 21201));
        assertThat(config.self().server()).isEqualTo(new NodeAddress("b", 1));
        assertThat(config.nodes().get(2).data()).isEqualTo(new NodeAddress("[::1]", 4));
    }

    @ParameterizedTest
    @CsvSource({"32KiB, 32768", "64MiB, 67108864", "1GiB, 1073741824", "1048576, 1048576", "5000B, 5000"})
    void parsesSizesWithUnits(String text, long bytes) {
        assertThat(with("task.buffer", text).tasks().bufferBytes()).isEqualTo(bytes);
        assertThat(with("data.memory", text).storage().memoryBytes()).isEqualTo(bytes);
    }

    @Test
    void parsesStorageLayout() {
        assertThat(NodeConfig.of("test", minimalSettings()).storage().layout())
                .isEqualTo(DataServerConfig.Layout.BLOCKS);
        assertThat(with("storage.layout", "memory").storage().layout()).isEqualTo(DataServerConfig.Layout.MEMORY);
    }

    @Test
    void allSizesOfRingsAreValid() {
        for (String size : List.of("128KiB", "1000000B", "8MiB", "64MiB")) {
            assertThat(with("net.ring.size", size).net().rings().shape().slots())
                    .isEqualTo(32);
        }
        assertThat(NodeConfig.of("test", minimalSettings()).net().rings()).isEqualTo(RingSettings.OFF);
    }

    @Test
    void parsesTaskGrouping() {
        assertThat(NodeConfig.of("test", minimalSettings()).tasks().grouping()).isEqualTo(Grouping.AUTO);
        assertThat(with("task.grouping", "hash").tasks().grouping()).isEqualTo(Grouping.HASH);
        assertThat(with("task.grouping", "sort").tasks().grouping()).isEqualTo(Grouping.SORT);
    }

    @ParameterizedTest
    @CsvSource({"1500ms, 1500", "30s, 30000", "2min, 120000", "1h, 3600000"})
    void parsesTimesWithUnits(String text, long millis) {
        assertThat(with("net.stallTimeout", text).net().stallTimeout()).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "task.buffer|32KB|a size from 0B to 1GiB",
                "task.buffer|2GiB|a size from 0B to 1GiB",
                "task.buffer|-1|a size",
                "task.buffer|999999999999999TiB|a size",
                "net.stallTimeout|30|a time from 1s to 1h",
                "net.stallTimeout|10ms|a time from 1s to 1h",
                "net.transport|rdma|one of tcp, shm, ucx, auto",
                "net.transport.required|maybe|one of false, true",
                "net.ring.size|64KiB|a size from 128KiB to 64MiB",
                "net.ring.spinMicros|-1|a whole number from 0 to 10000",
                "net.io|uring|one of auto, epoll, io_uring, nio",
                "task.grouping|array|one of auto, hash, sort",
                "storage.layout|disk|one of blocks, memory, tuples",
                "node.id|x|a whole number from 0 to 255",
                "node.id|3|nodes 0 to 2",
                "cluster.nodes|a:1|HOST:SERVERPORT:DATAPORT",
                "cluster.nodes|a:1:2:3|HOST:SERVERPORT:DATAPORT",
                "cluster.nodes|a:1:70000|HOST:SERVERPORT:DATAPORT",
                "cluster.nodes|a:1:2,,b|HOST:SERVERPORT:DATAPORT",
                "cluster.nodes|a,a|HOST:SERVERPORT:DATAPORT",
                "cluster.nodes|::1|an IPv6 address in brackets",
                "cluster.nodes|''|HOST:SERVERPORT:DATAPORT",
                "files.roots|data|auto, none, or absolute directories",
                "files.roots|/data,|auto, none, or absolute directories",
                "run.as.root|yes|one of refused, allowed",
                "cluster.subgroups|2|at least one for each node",
                "cluster.subgroups|5000|a whole number from 0 to 1024"
            })
    void rejectsInvalidValueWithExpectedOnes(String name, String value, String expected) {
        assertThatThrownBy(() -> with(name, value)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e)
                    .hasMessageContaining("test: ")
                    .hasMessageContaining(name)
                    .hasMessageContaining(expected);
        });
    }

    @Test
    void namesMissingSetting() {
        Map<String, String> texts = minimalSettings();
        texts.remove("data.dir");
        assertThatThrownBy(() -> NodeConfig.of("test", texts))
                .hasMessage("test: data.dir is missing; expected a directory");
    }

    @Test
    void suggestsNearestNameForMisspelledSetting() {
        assertThatThrownBy(() -> with("task.thread", "3"))
                .hasMessageContaining("no setting 'task.thread'")
                .hasMessageContaining("(did you mean 'task.threads'?)");
        assertThatThrownBy(() -> with("net.idletimeout", "3s")).hasMessageContaining("'net.idleTimeout'");
    }

    /** Some editors write it. */
    @Test
    void ignoresByteOrderMark() throws IOException {
        Path file = Files.writeString(
                directory.resolve("node.properties"), "\uFEFFnode.id = 0\ncluster.nodes = a\ndata.dir = /d\n");
        assertThat(NodeConfig.load(file).nodeId()).isZero();
    }

    @Test
    void namesFileThatIsNotUtf8() throws IOException {
        Path file =
                Files.writeString(directory.resolve("node.properties"), "node.id = 0\ndata.dir = größe\n", ISO_8859_1);
        assertThatThrownBy(() -> NodeConfig.load(file)).hasMessageContaining(file + " is not in UTF-8");
    }

    @Test
    void resolvesRelativeDirectoryAgainstFile() throws IOException {
        Path file = Files.writeString(
                directory.resolve("node.properties"), "node.id = 0\ncluster.nodes = a\ndata.dir = my/data \n");
        assertThat(NodeConfig.load(file).dataDirectory()).isEqualTo(directory.resolve("my/data"));
    }

    /** Older versions resolved it against the working directory. */
    @Test
    void rejectsRelativeDirectoryIfDataIsInWorkingDirectory() throws IOException {
        Path here = Files.createTempDirectory(Path.of("target"), "data-").toAbsolutePath();
        Path identity = Files.createFile(here.resolve("node.json"));
        try {
            Path file = Files.writeString(
                    directory.resolve("node.properties"),
                    "node.id = 0\ncluster.nodes = a\ndata.dir = target/" + here.getFileName() + "\n");
            assertThatThrownBy(() -> NodeConfig.load(file)).hasMessageContaining("the data of a node is in " + here);
        } finally {
            Files.delete(identity);
            Files.delete(here);
        }
    }

    @Test
    void suggestsNothingForUnrelatedName() {
        assertThatThrownBy(() -> with("quorum", "3")).hasMessageContaining("no setting 'quorum'; all are in");
    }

    @Test
    void eachCopyNeedsANode() {
        Map<String, String> texts = minimalSettings();
        texts.put("cluster.nodes", "a:1:2,b:3:4");
        texts.put("replication", "3");
        assertThatThrownBy(() -> NodeConfig.of("test", texts))
                .hasMessageContaining("replication = 3, but cluster.nodes lists 2 nodes")
                .hasMessageContaining("each copy of a group needs a node of its own");
    }

    @Test
    void namesMissingFile() {
        assertThatThrownBy(() -> NodeConfig.load(Path.of("/nowhere/node.properties")))
                .hasMessageContaining("/nowhere/node.properties")
                .hasMessageContaining("node.properties.example");
    }

    @Test
    void exampleFileIsValidAndShowsAllDefaults() throws IOException {
        Path example = TOP.resolve("conf/node.properties.example");
        assertThat(NodeConfig.load(example).nodes()).hasSize(3);
        String text = Files.readString(example);
        List<String> missing = Settings.ALL.stream()
                .map(NodeConfigTest::lineOfExample)
                .filter(line -> !text.contains(line))
                .toList();
        assertThat(missing).as("lines to add to conf/node.properties.example").isEmpty();
    }

    private static String lineOfExample(Setting<?> setting) {
        return setting.defaultText() == null
                ? "\n" + setting.name() + " = "
                : "\n#" + setting.name() + " = " + setting.defaultText() + "\n";
    }

    /** One that is declared after the table, or without it, would have no line in documents and could not be set. */
    @Test
    void allSettingsAreInTheTable() {
        assertThat(Stream.of(Settings.class.getDeclaredFields())
                        .filter(field -> field.getType() == Setting.class)
                        .map(NodeConfigTest::value))
                .hasSizeGreaterThan(30)
                .containsExactlyElementsOf(Settings.ALL);
    }

    private static Setting<?> value(Field constant) {
        try {
            return (Setting<?>) constant.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void documentationMatchesTable() throws IOException {
        Path generated = Path.of("target/configuration.md");
        Files.createDirectories(generated.getParent());
        Files.writeString(generated, SettingsDoc.markdown());
        assertThat(TOP.resolve("docs/configuration.md"))
                .as("copy sss-server/node/target/configuration.md to docs/")
                .hasSameTextualContentAs(generated);
    }
}
