package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.security.Certificates;
import org.sss.client.Credentials;
import org.sss.client.SssClient;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.PrivateDirectory;
import org.sss.server.security.SecurityDirectory;
import org.sss.server.security.SecurityMode;

/**
 * A cluster on other hosts, as its directory on this machine describes it. Immutable.
 *
 * <pre>
 *   hosts.properties   hosts, port, directory and command on the hosts, settings of all nodes
 *   security/          the administrator's directory: CA, token, certificates of the nodes
 * </pre>
 *
 * @param port     of the servers; that of the data servers is the next one
 * @param sss      the command on the hosts
 * @param settings of all nodes
 */
record RemoteCluster(Path directory, List<RemoteNode> nodes, int port, String sss, Map<String, String> settings) {
    /** Of a node, in its directory. */
    static final String SETTINGS = "node.properties";

    private static final String FILE = "hosts.properties";
    private static final String SECURITY = "security";
    private static final String SETTING = "set.";

    RemoteCluster {
        nodes = List.copyOf(nodes);
        settings = Map.copyOf(settings);
    }

    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    static RemoteCluster read(Path directory) {
        ClusterDirectory.check(directory);
        Properties read = new Properties();
        try (Reader in = Files.newBufferedReader(directory.resolve(FILE), UTF_8)) {
            read.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new TreeMap<>();
        read.stringPropertyNames().stream()
                .filter(name -> name.startsWith(SETTING))
                .forEach(name -> settings.put(name.substring(SETTING.length()), read.getProperty(name)));
        return new RemoteCluster(
                directory,
                RemoteNode.of(read.getProperty("hosts"), read.getProperty("dir")),
                Integer.parseInt(read.getProperty("port")),
                read.getProperty("sss"),
                settings);
    }

    /** Makes the certificates and the token, then the description; an interrupted call is repeated. */
    void create() throws IOException {
        if (isSecure() && Files.notExists(security())) {
            SecurityDirectory.create(
                            security(),
                            made -> Certificates.addAuthorityAndNodes(
                                    made,
                                    nodes.stream().map(RemoteNode::address).toList()))
                    .publish();
        }
        Properties written = new Properties();
        written.setProperty("hosts", nodes.stream().map(RemoteNode::destination).collect(Collectors.joining(",")));
        written.setProperty("dir", Path.of(nodes.get(0).directory()).getParent().toString());
        written.setProperty("port", Integer.toString(port));
        written.setProperty("sss", sss);
        settings.forEach((name, value) -> written.setProperty(SETTING + name, value));
        try (Writer out = Files.newBufferedWriter(PrivateDirectory.makeFile(directory.resolve(FILE)), UTF_8)) {
            written.store(out, "made by 'sss cluster start --hosts'");
        }
    }

    /**
     * Returns the settings of a node.
     *
     * @throws SssException INVALID_ARGUMENT if they are not valid
     */
    Map<String, String> settings(RemoteNode node) {
        Map<String, String> all = new TreeMap<>(settings);
        all.putIfAbsent("security", "on");
        all.put("node.id", Integer.toString(node.number()));
        all.put(
                "cluster.nodes",
                nodes.stream()
                        .map(each -> each.address() + ":" + port + ":" + (port + 1))
                        .collect(Collectors.joining(",")));
        all.put("data.dir", "data");
        all.put("security.dir", SECURITY);
        if (NodeConfig.of("--set", all).security().mode() == SecurityMode.TOKEN) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "--set security=" + all.get("security")
                            + " is for nodes of one machine; nodes of several ones take " + "on, the default, or off");
        }
        return all;
    }

    boolean isSecure() {
        return !"off".equals(settings.get("security"));
    }

    /** The files of a node, by name in its directory; the settings last. */
    Map<String, byte[]> files(RemoteNode node) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        if (isSecure()) {
            Path own = security().resolve(SecurityDirectory.NODES).resolve("node-" + node.number());
            try (Stream<Path> all = Files.list(own)) {
                for (Path file : all.sorted().toList()) {
                    files.put(SECURITY + "/" + file.getFileName(), Files.readAllBytes(file));
                }
            }
        }
        String text = settings(node).entrySet().stream()
                .map(setting -> setting.getKey() + " = " + setting.getValue().replace("\\", "\\\\") + "\n")
                .collect(Collectors.joining());
        files.put(SETTINGS, text.getBytes(UTF_8));
        return files;
    }

    Path security() {
        return directory.resolve(SECURITY);
    }

    /** The address for clients. */
    String address() {
        return nodes.get(0).address() + ":" + port;
    }

    SssClient connect() {
        return SssClient.connect(
                address(),
                () -> isSecure()
                        ? Credentials.read(security().resolve(SecurityDirectory.ADMIN_TOKEN))
                        : Credentials.NONE);
    }
}
