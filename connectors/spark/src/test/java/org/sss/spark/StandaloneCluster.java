package org.sss.spark;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;

/** A standalone cluster of Spark: a master and a worker for each address of this machine, as processes. */
final class StandaloneCluster implements AutoCloseable {
    private static final String DEPLOY = "org.apache.spark.deploy.";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Path directory;
    private final String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    private final List<Process> processes = new ArrayList<>();
    private final String url;

    private StandaloneCluster(Path directory, int port) {
        this.directory = directory;
        url = "spark://127.0.0.1:" + port;
    }

    static StandaloneCluster start(Path directory, String... workers) throws IOException {
        Files.createDirectories(directory.resolve("home/jars"));
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        StandaloneCluster cluster = new StandaloneCluster(directory, port);
        try {
            cluster.start(port, workers);
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void start(int port, String... workers) throws IOException {
        process("master", "master.Master", "--host", "127.0.0.1", "--port", port + "", "--webui-port", "0");
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> new Socket("127.0.0.1", port).close());
        for (String host : workers) {
            process(
                    "worker-" + host,
                    "worker.Worker",
                    "--host",
                    host,
                    "--webui-port",
                    "0",
                    "--cores",
                    "1",
                    "--memory",
                    "1g",
                    "--work-dir",
                    directory.resolve("work-" + host).toString(),
                    url);
        }
    }

    private void process(String name, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(DyingDriver.opens());
        command.addAll(List.of("-cp", path, DEPLOY + program));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", directory.resolve("home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().remove("SPARK_LOCAL_IP");
        processes.add(builder.start());
    }

    /** Of a driver on this machine. */
    SparkConf conf() {
        return new SparkConf()
                .setMaster(url)
                .set("spark.ui.enabled", "false")
                .set("spark.executor.memory", "512m")
                .set("spark.executor.extraClassPath", path)
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.local.dir", directory.resolve("local").toString());
    }

    @Override
    public void close() {
        for (int i = processes.size() - 1; i >= 0; i--) {
            processes.get(i).destroy();
            processes.get(i).onExit().join();
        }
    }
}
