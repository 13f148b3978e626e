package org.sss.cli.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.net.auth.ProcessUser;
import org.sss.net.auth.TokenFile;
import org.sss.net.rpc.Json;
import org.sss.server.security.CertificateFile;
import org.sss.server.security.SecurityDirectory;

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
        token("--role", "read");
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files)
                    .hasSizeGreaterThan(16)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void initDoesNotReplaceADirectory() {
        assertThat(failed("init")).contains("there is a security directory " + directory + " already");
    }

    @Test
    void makesCertificatesOfNodesOnce() {
        ok("node", "node-1");
        assertThat(directory.resolve("nodes/node-1"))
                .isDirectoryContaining(file -> file.endsWith("node.crt"))
                .isDirectoryContaining(file -> file.endsWith("node.key"))
                .isDirectoryContaining(file -> file.endsWith("ca.crt"));
        assertThat(failed("node", "node-1"))
                .contains("node 'node-1' has a certificate")
                .contains("--renew");
        ok("node", "node-1", "--renew");
        assertThat(failed("node", "../x")).contains("the name of a node has letters");
    }

    @Test
    void tokenFileNamesTheClusterAndItsAuthority() throws Exception {
        Path file =
                token("--role", "write", "--groups", "sales.*,hr.*", "--label", "nightly import", "--expires", "30d");
        assertThat(TokenFile.read(file).entries()).singleElement().satisfies(entry -> {
            assertThat(entry.token().realm())
                    .isEqualTo(Files.readString(directory.resolve("realm")).strip());
            assertThat(entry.authorities()).hasSize(1);
        });
        JsonNode listed =
                Json.mapper().readTree(ok("list", "--json")).get("tokens").get(1);
        assertThat(listed.get("role").asText()).isEqualTo("write");
        assertThat(listed.get("groups")).hasToString("[\"sales.*\",\"hr.*\"]");
        assertThat(listed.get("label").asText()).isEqualTo("nightly import");
        assertThat(listed.get("expires").asText()).startsWith("20");
    }

    @Test
    void printsNoSecret() throws Exception {
        String token = Files.readAllLines(token("--role", "run")).get(0);
        String secret = token.substring(token.lastIndexOf('.') + 1);
        assertThat(out + err.toString(UTF_8) + ok("list") + ok("list", "--json"))
                .doesNotContain(secret);
        assertThat(Files.readString(directory.resolve("tokens"))).doesNotContain(secret);
    }

    @Test
    void tokenWithoutAFileIsPrinted() throws Exception {
        String text = ok("token", "--role", "read");
        assertThat(text).startsWith("sss1.").contains("BEGIN CERTIFICATE");
        assertThat(err.toString(UTF_8)).contains("give the text to its user").doesNotContain("sss1.");
        assertThat(Json.mapper()
                        .readTree(ok("token", "--role", "read", "--json"))
                        .get("text")
                        .asText())
                .startsWith("sss1.");
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".token")))
                    .containsExactly("admin.token");
        }
    }

    @Test
    void tokenForHttpIsALineThatOnlyTheTableOfThisVersionHas() throws Exception {
        Path table = directory.resolve("tokens");
        token("--role", "read");
        assertThat(Files.readString(table)).startsWith("{\"version\":1,");
        Path file = token("--role", "monitor", "--http", "--label", "prometheus");
        assertThat(Files.readString(file)).matches("sssh1\\.[0-9a-f]{8}\\.[A-Za-z0-9_-]{43}\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(table)).startsWith("{\"version\":2,");
        JsonNode listed =
                Json.mapper().readTree(ok("list", "--json")).get("tokens").get(2);
        assertThat(listed.get("role").asText()).isEqualTo("monitor");
        assertThat(listed.get("use").asText()).isEqualTo("http");
        assertThat(failed("token", "--role", "monitor")).contains("add --http");
        ok("revoke", listed.get("id").asText());
        assertThat(Files.readString(table)).startsWith("{\"version\":1,");
    }

    @Test
    void certificateHasTheNamesThatBrowsersUse() throws Exception {
        ok("node", "node-1", "--host", "n1.example.org, 10.0.0.7");
        assertThat(CertificateFile.read(directory.resolve("nodes/node-1/node.crt"))
                        .get(0)
                        .getSubjectAlternativeNames())
                .extracting(name -> (Object) name.get(1))
                .contains("node-1", "localhost", "127.0.0.1", "n1.example.org", "10.0.0.7");
        assertThat(failed("node", "node-2", "--host", "a b")).contains("--host takes names");
        assertThat(failed("node", "node-2", "node-3", "--host", "a")).contains("--host is for one node");
    }

    @Test
    void revokesTokensAndRemovesTheirFiles() throws Exception {
        String id = id(token("--role", "read"));
        Path left = Files.createFile(directory.resolve(id + ".token")); // by an earlier version
        assertThat(ok("revoke", id)).contains("revoked " + id);
        assertThat(left).doesNotExist();
        assertThat(ok("list")).doesNotContain(id);
        assertThat(failed("revoke", id)).contains("there is no token or certificate " + id);
        assertThat(failed("node-token")).contains("the nodes of this cluster have certificates and no token");
    }

    @Test
    void tokenOfNodesIsReplacedAndNotRevoked() {
        directory = SecurityDirectory.create(temporary.resolve("without-tls")).path();
        SecurityDirectory files = SecurityDirectory.open(directory);
        String before = files.nodeToken().text();
        String id = files.nodeToken().entries().get(0).token().id();
        assertThat(failed("revoke", id)).contains("is that of the nodes", "security node-token");
        ok("node-token");
        assertThat(files.nodeToken().text()).isNotEqualTo(before);
        assertThat(files.tokens()).hasSize(2).noneMatch(token -> token.id().equals(id));
    }

    /** The code of jobs can read the directory of node 0, not that of the administrator. */
    @Test
    void directoryOfNodeZeroHasNoKeyOfTheAuthorityAndNoToken() throws Exception {
        Path node = temporary.resolve("node");
        directory = temporary.resolve("admin");
        ok("init", "--node-dir", node.toString());
        assertThat(names(node)).containsExactlyInAnyOrder("realm", "tokens", "ca.crt", "node.crt", "node.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(node)))
                .isEqualTo("rwx------");
        assertThat(SecurityDirectory.open(node).tokens())
                .extracting(entry -> entry.role().toString())
                .containsExactly("admin");
        String id = id(token("--role", "run"));
        assertThat(SecurityDirectory.open(node).tokens())
                .hasSize(2)
                .anyMatch(token -> token.id().equals(id));
        ok("revoke", id);
        assertThat(SecurityDirectory.open(node).tokens()).hasSize(1);
        String certificate = Files.readString(node.resolve("node.crt"));
        ok("node", "node-0", "--renew");
        assertThat(Files.readString(node.resolve("node.crt"))).isNotEqualTo(certificate);
        assertThat(names(node)).hasSize(5);
        Path admin = directory;
        directory = node;
        assertThat(failed("token", "--role", "read")).contains("is the security directory of node 0", "--dir");
        directory = admin;
        assertThat(failed("init")).contains("there is a security directory");
        directory = temporary.resolve("third");
        assertThat(failed("init", "--node-dir", node.toString())).contains(node + " exists");
        assertThat(directory).doesNotExist();
    }

    @Test
    void directoryOfNodeZeroGetsAUser() throws Exception {
        assumeTrue(ProcessUser.current().uid() == 0, "only root can set another user");
        Path node = temporary.resolve("node");
        directory = temporary.resolve("admin");
        ok("init", "--node-dir", node.toString(), "--user", "daemon");
        token("--role", "run");
        try (Stream<Path> files = Files.walk(node)) {
            assertThat(files)
                    .hasSize(6)
                    .allSatisfy(
                            file -> assertThat(Files.getOwner(file).getName()).isEqualTo("daemon"));
        }
        assertThat(failed("init", "--user", "daemon")).contains("--user is the owner of --node-dir");
    }

    /** A directory that earlier versions made: node 0 uses it, and it has the key of the CA. */
    @Test
    void renewsTheCertificateOfNodeZeroInItsPlace() throws Exception {
        directory = SecurityDirectory.create(temporary.resolve("earlier"), Certificates::addAuthorityAndNode)
                .path();
        byte[] before = Files.readAllBytes(directory.resolve("node.crt"));
        assertThat(failed("node", "node-0"))
                .contains("node 'node-0' has a certificate in " + directory)
                .contains("--renew");
        ok("node", "node-0", "--renew");
        assertThat(err.toString(UTF_8))
                .contains("the former certificate of node-0 (serial ", "stays valid until 20", "security revoke ");
        assertThat(directory.resolve("node.crt")).content().isNotEqualTo(new String(before, UTF_8));
        assertThat(directory.resolve("nodes")).doesNotExist();
    }

    @Test
    void revokesCertificatesOfNodes() throws Exception {
        ok("node", "node-1");
        String serial = CertificateFile.serial(
                CertificateFile.read(directory.resolve("nodes/node-1/node.crt")).get(0));
        ok("node", "node-1", "--renew");
        String renewed = CertificateFile.serial(
                CertificateFile.read(directory.resolve("nodes/node-1/node.crt")).get(0));
        ok("revoke", serial);
        ok(
                "revoke",
                serial,
                "0"
                        + renewed.toUpperCase(Locale.ROOT)
                                .replaceAll("(?<=.)(?=(..)+$)", ":")); // as other programs print it
        assertThat(Files.readAllLines(directory.resolve("audit.log")))
                .hasSize(5)
                .allMatch(line -> line.contains(System.getProperty("user.name")))
                .last()
                .asString()
                .contains("\"verb\":\"security.revoke\"", serial, renewed);
        assertThat(SecurityDirectory.open(directory).revoked()).containsExactlyInAnyOrder(serial, renewed);
        assertThat(Files.readAllLines(directory.resolve("revoked"))).hasSize(2);
        assertThat(Files.readString(directory.resolve("nodes/node-0/revoked")))
                .contains(serial + " replaced ", renewed + " node-1 ");
        assertThat(ok("list").lines().filter(line -> line.contains(renewed)))
                .singleElement()
                .asString()
                .contains("revoked");
        String authority = CertificateFile.serial(
                CertificateFile.read(directory.resolve("ca.crt")).get(0));
        assertThat(failed("revoke", authority)).contains("is in use: it is that of the CA");
        directory = SecurityDirectory.create(temporary.resolve("machine"), Certificates::addAuthorityAndNode)
                .path();
        String own = CertificateFile.serial(
                CertificateFile.read(directory.resolve("node.crt")).get(0));
        assertThat(failed("revoke", own)).contains("is in use: replace it first by 'sss security node node-0 --renew'");
    }

    @Test
    void listWarnsOfWhatExpiresSoon() {
        ok("node", "node-1", "--expires", "29d");
        ok("token", "--role", "read", "--expires", "3d");
        ok("list");
        assertThat(err.toString(UTF_8))
                .contains("the certificate of node-1 expires at 20", "'sss security node node-1 --renew'")
                .containsPattern("token [0-9a-f]{8} expires at 20")
                .doesNotContain("node-0");
    }

    @Test
    void certificatesAreValidForAYearOrAsLongAsTheUserSays() {
        X509Certificate node =
                CertificateFile.read(directory.resolve("nodes/node-0/node.crt")).get(0);
        assertThat(Duration.between(Instant.now(), node.getNotAfter().toInstant()))
                .isBetween(Duration.ofDays(390), Duration.ofDays(400));
        ok("node", "node-1", "--expires", "90d");
        X509Certificate shorter =
                CertificateFile.read(directory.resolve("nodes/node-1/node.crt")).get(0);
        assertThat(Duration.between(Instant.now(), shorter.getNotAfter().toInstant()))
                .isBetween(Duration.ofDays(89), Duration.ofDays(90));
    }

    @Test
    void certificateOfAMachineIsRenewedBeforeItsEnd() {
        SecurityDirectory files =
                SecurityDirectory.create(temporary.resolve("machine"), Certificates::addAuthorityAndNode);
        Certificates.addNode(files, "", "node-0", Duration.ofDays(29));
        Certificates.renewOfMachine(files);
        X509Certificate renewed = CertificateFile.read(files.file("node.crt")).get(0);
        assertThat(renewed.getNotAfter().toInstant()).isAfter(Instant.now().plus(Duration.ofDays(300)));
        Certificates.renewOfMachine(files);
        assertThat(CertificateFile.read(files.file("node.crt")).get(0)).isEqualTo(renewed);
    }

    /** As docs/security.md describes the change of the CA. */
    @Test
    void signsWithTheNewAuthorityDuringItsChange() throws Exception {
        Path old = directory;
        directory = temporary.resolve("new");
        ok("init");
        X509Certificate next = CertificateFile.read(directory.resolve("ca.crt")).get(0);
        Files.write(old.resolve("ca.crt"), Files.readAllBytes(directory.resolve("ca.crt")), StandardOpenOption.APPEND);
        Files.copy(directory.resolve("ca.key"), old.resolve("ca.key"), StandardCopyOption.REPLACE_EXISTING);
        directory = old;
        ok("node", "node-0", "node-1", "--renew");
        for (String file : List.of("nodes/node-0/node.crt", "nodes/node-1/node.crt")) {
            CertificateFile.read(directory.resolve(file)).get(0).verify(next.getPublicKey());
        }
        assertThat(CertificateFile.read(directory.resolve("nodes/node-1/ca.crt")))
                .hasSize(2);
        assertThat(TokenFile.read(token("--role", "read")).authorities())
                .contains(next)
                .hasSize(2);
        Files.write(old.resolve("ca.key"), Files.readAllBytes(old.resolve("nodes/node-0/node.key")));
        assertThat(failed("node", "node-1", "--renew")).contains("ca.key is not the key of a certificate in");
    }

    @Test
    void explainsWrongUsage() {
        assertThat(failed("token", "--role", "root"))
                .contains("role 'root' is unknown; take one of monitor, read, write, run, admin");
        assertThat(failed("token", "--role", "run", "--groups", "a*"))
                .contains("--groups is for the roles read and write");
        assertThat(failed("token", "--role", "read", "--groups", "a")).contains("--groups takes prefixes");
        assertThat(failed("token", "--role", "read", "--expires", "soon")).contains("--expires takes a time");
    }

    private Path token(String... words) throws IOException {
        Path file = Files.createTempDirectory(temporary, "token").resolve("token");
        return Path.of(ok(Stream.concat(Stream.of("token", "--output-file", file.toString()), Arrays.stream(words))
                        .toArray(String[]::new))
                .strip());
    }

    private static String id(Path token) {
        return TokenFile.read(token).entries().get(0).token().id();
    }

    private static List<String> names(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
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
        String[] all = Stream.of(Stream.of("security"), Arrays.stream(words), Stream.of("--dir", directory.toString()))
                .flatMap(part -> part)
                .toArray(String[]::new);
        return Main.run(all, out, new PrintStream(err, true, UTF_8), false);
    }
}
