package org.sss.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.client.testing.Installation;

/** The commands of the guide, in an installation into which the package is unpacked, on a cluster of two processes. */
class S3CommandsIT {
    private static final Path PACKAGE = Path.of("target/sss-s3.tar.gz").toAbsolutePath();
    private static final String BUCKET = "my-bucket";

    @TempDir
    Path home;

    private Installation installation;

    @BeforeEach
    void install() throws IOException {
        installation = Installation.in(home, PACKAGE);
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
        installation.close();
        for (String key : MotoServer.client().listObjectsV2(r -> r.bucket(BUCKET)).contents().stream()
                .map(object -> object.key())
                .toList()) {
            MotoServer.client().deleteObject(r -> r.bucket(BUCKET).key(key));
        }
        MotoServer.client().deleteBucket(r -> r.bucket(BUCKET));
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
        for (String command : Installation.commands("s3.md")) {
            if (command.startsWith("export ")) {
                continue; // the test has its own
            }
            if (command.startsWith("./sss cluster start")) {
                Files.writeString(home.resolve("ext/s3/s3.properties"), "endpoint = " + MotoServer.address() + "\n");
                installation.startCluster("./sss");
                isStarted = true;
                continue;
            }
            ran.add(command + ": " + installation.ok(command));
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
        installation.startCluster("./sss");
        for (String command : List.of(
                "./sss group import lines 's3://my-bucket/in/*.txt'",
                "./sss stream --input 's3://my-bucket/in/*.txt' --map cat --values-only --output x",
                "./sss group import lines s3://AKIA:hunter2@my-bucket/x")) {
            Installation.Ran ran = installation.run(command);
            assertThat(ran.code()).isEqualTo(1);
            if (command.contains("hunter2")) {
                assertThat(ran.output()).contains("write it without").doesNotContain("hunter2");
            } else {
                assertThat(ran.output())
                        .contains("no connector 's3' on this machine", "; unpack sss-s3.tar.gz into ext/");
            }
        }
        assertThat(installation.ok("./sss doctor || true")).contains("none in ext");
    }

    /** The nodes are those of another installation. */
    @Test
    void aNodeWithoutTheConnectorRefusesTheJob() throws Exception {
        installation.ok("mkdir nodes && cp -r sss lib nodes");
        installation.startCluster("nodes/sss");
        installation.ok("tar xzf sss-s3.tar.gz -C ext");
        Files.writeString(home.resolve("ext/s3/s3.properties"), "endpoint = " + MotoServer.address() + "\n");
        Installation.Ran ran =
                installation.run("./sss stream --input 's3://my-bucket/in/*.txt' --map cat --values-only --output x");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.output())
                .contains("was not started: no connector 's3' on node 0, node 1; unpack sss-s3.tar.gz into ext/ there");
        assertThat(installation.ok("./sss group ls")).doesNotContain("\nx ");
        assertThat(installation.ok("./sss jobs")).doesNotContain("stream");
    }
}
