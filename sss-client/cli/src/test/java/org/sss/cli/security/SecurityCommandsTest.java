package org.sss.cli.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.net.auth.TokenFile;
import org.sss.net.rpc.Json;

class SecurityCommandsTest {
    @TempDir
    private Path temporary;
    private Path directory;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void init() {
        directory = temporary.resolve("security");
        ok("init");
    }

    @Test
    void onlyTheOwnerHasRightsToAllFiles() throws Exception {
        ok("node", "node-1", "node-2");
        ok("token", "--role", "read");
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files).hasSizeGreaterThan(14).allSatisfy(file -> assertThat(PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(file))).isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void initDoesNotReplaceADirectory() {
        assertThat(failed("init")).contains("there is a security directory " + directory + " already");
    }

    @Test
    void makesCertificatesOfNodesOnce() {
        ok("node", "node-1");
        assertThat(directory.resolve("nodes/node-1")).isDirectoryContaining(file -> file.endsWith("node.crt"))
                .isDirectoryContaining(file -> file.endsWith("node.key")).isDirectoryContaining(file -> file.endsWith("ca.crt"));
        assertThat(failed("node", "node-1")).contains("node 'node-1' has a certificate").contains("--renew");
        ok("node", "node-1", "--renew");
        assertThat(failed("node", "../x")).contains("the name of a node has letters");
    }

    @Test
    void tokenFileNamesTheClusterAndItsAuthority() throws Exception {
        String file = ok("token", "--role", "write", "--groups", "sales.*,hr.*", "--label", "nightly import", "--expires", "30d").strip();
        assertThat(TokenFile.read(Path.of(file)).entries()).singleElement().satisfies(entry -> {
            assertThat(entry.token().realm()).isEqualTo(Files.readString(directory.resolve("realm")).strip());
            assertThat(entry.authorities()).hasSize(1);
        });
        JsonNode listed = Json.mapper().readTree(ok("list", "--json")).get("tokens").get(2);
        assertThat(listed.get("role").asText()).isEqualTo("write");
        assertThat(listed.get("groups")).hasToString("[\"sales.*\",\"hr.*\"]");
        assertThat(listed.get("label").asText()).isEqualTo("nightly import");
        assertThat(listed.get("expires").asText()).startsWith("20");
    }

    @Test
    void printsNoSecret() throws Exception {
        String file = ok("token", "--role", "run").strip();
        String token = Files.readAllLines(Path.of(file)).get(0);
        String secret = token.substring(token.lastIndexOf('.') + 1);
        assertThat(out + err.toString(UTF_8) + ok("list") + ok("list", "--json")).doesNotContain(secret);
        assertThat(Files.readString(directory.resolve("tokens"))).doesNotContain(secret);
    }

    @Test
    void revokesTokens() {
        String file = ok("token", "--role", "read").strip();
        String id = Path.of(file).getFileName().toString().replace(".token", "");
        assertThat(ok("revoke", id)).contains("revoked " + id);
        assertThat(ok("list")).doesNotContain(id);
        assertThat(failed("revoke", id)).contains("there is no token " + id);
        String nodes = ok("list").lines().filter(line -> line.contains(" node ")).findFirst().orElseThrow().split(" ")[0];
        assertThat(failed("revoke", nodes)).contains("is that of the nodes");
    }

    @Test
    void renewsTheCertificateOfNodeZeroInItsPlace() throws Exception {
        byte[] before = Files.readAllBytes(directory.resolve("node.crt"));
        assertThat(failed("node", "node-0")).contains("node 'node-0' has a certificate in " + directory).contains("--renew");
        ok("node", "node-0", "--renew");
        assertThat(directory.resolve("node.crt")).content().isNotEqualTo(new String(before, UTF_8));
        assertThat(directory.resolve("nodes")).doesNotExist();
    }

    /** As docs/security.md describes the change of the CA. */
    @Test
    void signsWithTheNewAuthorityDuringItsChange() throws Exception {
        Path old = directory;
        directory = temporary.resolve("new");
        ok("init");
        X509Certificate next = Certificates.read(directory.resolve("ca.crt")).get(0);
        Files.write(old.resolve("ca.crt"), Files.readAllBytes(directory.resolve("ca.crt")), StandardOpenOption.APPEND);
        Files.copy(directory.resolve("ca.key"), old.resolve("ca.key"), StandardCopyOption.REPLACE_EXISTING);
        directory = old;
        ok("node", "node-0", "node-1", "--renew");
        for (String file : List.of("node.crt", "nodes/node-1/node.crt")) {
            Certificates.read(directory.resolve(file)).get(0).verify(next.getPublicKey());
        }
        assertThat(Certificates.read(directory.resolve("nodes/node-1/ca.crt"))).hasSize(2);
        assertThat(TokenFile.read(Path.of(ok("token", "--role", "read").strip())).authorities()).contains(next).hasSize(2);
        Files.write(old.resolve("ca.key"), Files.readAllBytes(old.resolve("node.key")));
        assertThat(failed("node", "node-1", "--renew")).contains("ca.key is not the key of a certificate in");
    }

    @Test
    void explainsWrongUsage() {
        assertThat(failed("token", "--role", "root")).contains("role 'root' is unknown; take one of read, write, run, admin");
        assertThat(failed("token", "--role", "run", "--groups", "a*")).contains("--groups is for the roles read and write");
        assertThat(failed("token", "--role", "read", "--groups", "a")).contains("--groups takes prefixes");
        assertThat(failed("token", "--role", "read", "--expires", "soon")).contains("--expires takes a time");
    }

    private String ok(String... words) {
        assertThat(run(words)).as("%s: %s", Arrays.toString(words), err).isZero();
        return out.toString(UTF_8);
    }

    private String failed(String... words) {
        assertThat(run(words)).as("%s: %s", Arrays.toString(words), out).isNotZero();
        return err.toString(UTF_8);
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        String[] all = Stream.of(Stream.of("security"), Arrays.stream(words), Stream.of("--dir", directory.toString())).flatMap(part -> part)
                .toArray(String[]::new);
        return Main.run(all, out, new PrintStream(err, true, UTF_8), false);
    }
}
