package org.sss.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guide, in an installation into which the package is unpacked, on a cluster of two processes. */
class S3CommandsIT {
    private static final Path GUIDE = Path.of("../../docs/guide/s3.md");
    private static final Path PACKAGE = Path.of("target/sss-s3.tar.gz").toAbsolutePath();
    private static final Path DIST = Path.of("../../sss-client/cli/target/dist/lib");
    private static final String BUCKET = "my-bucket";

    @TempDir
    Path home;

    private Map<String, String> environment;

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(home.resolve("lib"));
        try (Stream<Path> jars = Files.list(DIST)) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, home.resolve("lib").resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Files.createDirectories(home.resolve("ext"));
        Files.copy(Path.of("../../sss"), home.resolve("sss"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(PACKAGE, home.resolve("sss-s3.tar.gz"));
        environment = new java.util.HashMap<>(
                Map.of("SSS_HEAP", "256m", "SSS_CLASS_ARCHIVE", "no", "XDG_CONFIG_HOME", home.resolve("config") + ""));
        MotoServer.client().createBucket(r -> r.bucket(BUCKET));
        put("in/a.txt", "to be or\nnot to be\n");
        put("in/b.txt", "be\n");
        put("people.csv", "name,age\nada,36\nbob,40\n");
    }

    private static void put(String key, String content) {
        MotoServer.client()
                .putObject(
                        r -> r.bucket(BUCKET).key(key),
                        software.amazon.awssdk.core.sync.RequestBody.fromString(content));
    }

    private static byte[] get(String key) {
        return MotoServer.client()
                .getObjectAsBytes(r -> r.bucket(BUCKET).key(key))
                .asByteArray();
    }

    @AfterEach
    void stop() throws Exception {
        run("./sss cluster stop --dir cluster");
        for (String key : MotoServer.client().listObjectsV2(r -> r.bucket(BUCKET)).contents().stream()
                .map(object -> object.key())
                .toList()) {
            MotoServer.client().deleteObject(r -> r.bucket(BUCKET).key(key));
        }
        MotoServer.client().deleteBucket(r -> r.bucket(BUCKET));
    }

    private record Ran(int code, String output) {}

    private Ran run(String command) throws Exception {
        Path output = Files.createTempFile(home, "output", "");
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().remove("SSS_CLUSTER");
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(180, TimeUnit.SECONDS)).as(command).isTrue();
        return new Ran(process.exitValue(), Files.readString(output));
    }

    private String ok(String command) throws Exception {
        Ran ran = run(command);
        assertThat(ran.code()).as("%s: %s", command, ran.output()).isZero();
        return ran.output();
    }

    private void startCluster(String launcher) throws Exception {
        String json = ok(launcher + " cluster start --nodes 2 --dir cluster --port 0 --json");
        Matcher address = Pattern.compile("\"cluster\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
        assertThat(address.find()).as(json).isTrue();
        environment.put("SSS_CLUSTER", address.group(1));
    }

    /** The lines of the blocks of the page, without comments. */
    private static List<String> commands() throws IOException {
        Matcher blocks = Pattern.compile("(?s)```sh\n(.*?)```").matcher(Files.readString(GUIDE));
        List<String> commands = new ArrayList<>();
        while (blocks.find()) {
            blocks.group(1).lines().map(line -> line.replaceFirst(" +#.*", "")).forEach(commands::add);
        }
        assertThat(commands).hasSizeGreaterThan(6);
        return commands;
    }

    private String everythingWritten() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(home.resolve("lib")) && !file.startsWith(home.resolve("ext")))
                    .filter(file -> !file.startsWith(home.resolve("cluster/secrets")))
                    .map(file -> {
                        try {
                            return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .collect(Collectors.joining());
        }
    }

    @Test
    void theCommandsOfTheGuideWork() throws Exception {
        boolean isStarted = false;
        List<String> ran = new ArrayList<>();
        for (String command : commands()) {
            if (command.startsWith("export ")) {
                continue; // the test has its own
            }
            if (command.startsWith("./sss cluster start")) {
                Files.writeString(home.resolve("ext/s3/s3.properties"), "endpoint = " + MotoServer.address() + "\n");
                startCluster("./sss");
                isStarted = true;
                continue;
            }
            ran.add(command + ": " + ok(command));
        }
        assertThat(isStarted).isTrue();
        assertThat(String.join("\n", ran))
                .contains("connectors")
                .contains("s3 (")
                .contains("32 jars");
        assertThat(new String(get("out/lines.tsv"), UTF_8)).contains("\tto be or\n", "\tnot to be\n", "\tbe\n");
        try (GZIPInputStream people = new GZIPInputStream(new ByteArrayInputStream(get("out/people.jsonl.gz")))) {
            assertThat(new String(people.readAllBytes(), UTF_8)).contains("\"ada\"", "\"40\"");
        }
        assertThat(new String(get("out/upper.tsv"), UTF_8)).contains("NOT TO BE");
        assertThat(String.join("\n", ran) + everythingWritten()).doesNotContain(TestOptions.SECRET);
    }

    @Test
    void withoutTheConnectorItIsRefusedByName() throws Exception {
        startCluster("./sss");
        for (String command : List.of(
                "./sss group import lines 's3://my-bucket/in/*.txt'",
                "./sss stream --input 's3://my-bucket/in/*.txt' --map cat --values-only --output x",
                "./sss group import lines s3://AKIA:hunter2@my-bucket/x")) {
            Ran ran = run(command);
            assertThat(ran.code()).isEqualTo(1);
            if (command.contains("hunter2")) {
                assertThat(ran.output()).contains("write it without").doesNotContain("hunter2");
            } else {
                assertThat(ran.output())
                        .contains("no connector 's3' on this machine", "; unpack sss-s3.tar.gz into ext/");
            }
        }
        assertThat(ok("./sss doctor || true")).contains("none in ext");
    }

    /** The nodes are those of another installation. */
    @Test
    void aNodeWithoutTheConnectorRefusesTheJob() throws Exception {
        ok("mkdir nodes && cp -r sss lib nodes");
        startCluster("nodes/sss");
        ok("tar xzf sss-s3.tar.gz -C ext");
        Files.writeString(home.resolve("ext/s3/s3.properties"), "endpoint = " + MotoServer.address() + "\n");
        Ran ran = run("./sss stream --input 's3://my-bucket/in/*.txt' --map cat --values-only --output x");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output())
                .containsPattern("no connector 's3' on node [01]")
                .contains("unpack sss-s3.tar.gz into ext/");
        assertThat(ok("./sss group ls")).doesNotContain("\nx ");
    }
}
