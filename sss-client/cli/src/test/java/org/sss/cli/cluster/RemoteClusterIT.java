package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.net.testing.FreePorts;
import org.sss.net.testing.LauncherClassPath;

/** Nodes on other hosts: addresses of this machine, which a command in place of ssh runs scripts on. */
class RemoteClusterIT {
    private static final String FIRST = "127.0.0.2";
    private static final String SECOND = "127.0.0.3";
    private static final String HOSTS = FIRST + "," + SECOND;

    @TempDir
    private Path temporary;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path directory;
    private Path remote;
    private Path ssh;
    private Path sss;
    private String port;

    @BeforeEach
    void prepare() throws IOException {
        temporary = temporary.toRealPath();
        directory = temporary.resolve("cluster");
        remote = temporary.resolve("it's remote");
        port = Integer.toString(FreePorts.take(1).get(0));
        ssh = executable("ssh", """
                echo "$*" >> '%s'
                while [ "${1#-}" != "$1" ]; do [ "$1" = -T ] || shift; shift; done
                case ${1#*@} in
                    unknown*) echo "ssh: Could not resolve hostname $1: Name or service not known" >&2; exit 255 ;;
                    refused*) echo "$1: Permission denied (publickey)." >&2; exit 255 ;;
                    silent*) echo "ssh: connect to host $1 port 22: Connection timed out" >&2; exit 255 ;;
                esac
                shift
                echo "Welcome!"
                exec bash -c "$*"
                """.formatted(arguments()));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(LauncherClassPath.javaOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.sss.cli.Main"));
        sss = executable(
                "sss",
                "exec " + command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "))
                        + " \"$@\"\n");
    }

    @AfterEach
    void stop() {
        if (RemoteCluster.isIn(directory)) {
            sss("cluster", "stop");
        }
    }

    private Path arguments() {
        return temporary.resolve("arguments");
    }

    private Path executable(String name, String script) throws IOException {
        Path file = Files.writeString(temporary.resolve(name), "#!/usr/bin/env bash\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private int sss(String... words) {
        return run(
                Stream.concat(Arrays.stream(words), Stream.of("--dir", directory.toString(), "--ssh", ssh.toString()))
                        .toArray(String[]::new));
    }

    private int run(String... args) {
        out.reset();
        err.reset();
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }

    private int start(String hosts, Path command) {
        return sss(
                "cluster",
                "start",
                "--hosts",
                hosts,
                "--remote-dir",
                remote.toString(),
                "--sss",
                command.toString(),
                "--port",
                port);
    }

    @Test
    void startsAndStopsANodeOnEachHost() throws IOException {
        assertThat(start(HOSTS, sss)).as("%s", err).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo(FIRST + ":" + port + "\n");
        assertThat(err.toString(UTF_8)).contains("2 of 2 nodes started, all ready");
        assertThat(run("cluster", "status", "--cluster", FIRST + ":" + port))
                .as("%s", err)
                .isZero();
        assertThat(out.toString(UTF_8)).contains("0  up", "1  up");
        String token =
                Files.readAllLines(directory.resolve("security/admin.token")).get(0);
        assertThat(token).startsWith("sss1.");
        assertThat(Files.readString(arguments())).contains(SECOND).doesNotContain(token.substring(0, 30));
        assertThat(remote.resolve("node-1/security/ca.key")).doesNotExist();

        assertThat(sss("cluster", "start")).as("%s", err).isZero();
        assertThat(err.toString(UTF_8)).contains("all 2 nodes are already running");
        assertThat(run("cluster", "status", "--dir", directory.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("on other hosts", "--cluster " + FIRST + ":" + port);

        Path first = directory;
        directory = temporary.resolve("another");
        remote = temporary.resolve("elsewhere");
        assertThat(start(HOSTS, sss)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("node 0 on " + FIRST + ": port " + port + " of " + FIRST + " is in use")
                .contains("node 1 on " + SECOND + ": port " + port + " of " + SECOND + " is in use");
        assertThat(directory).doesNotExist();

        directory = first;
        assertThat(sss("cluster", "stop")).as("%s", err).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("nodes stopped: 2\n");
        assertThat(sss("cluster", "stop")).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("no node was running\n");
    }

    @Test
    void stopsWhatWasStartedIfOneNodeEnds() throws IOException {
        Path broken = executable("broken", """
                case $* in */node-1/*) echo "sss: the disk is gone"; exit 1 ;; esac
                exec '%s' "$@"
                """.formatted(sss));
        assertThat(start(HOSTS, broken)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("node 1 on " + SECOND + ": the node ended: sss: the disk is gone")
                .contains("the nodes that had been started were stopped")
                .contains("to try again: sss cluster start --dir " + directory);
        assertThat(sss("cluster", "stop")).isZero();
        assertThat(out.toString(UTF_8)).isEqualTo("no node was running\n");
    }

    @Test
    void namesEachHostAndTheRemedyBeforeAnythingStarts() throws IOException {
        assertThat(start("unknown,me@refused,silent," + FIRST, sss)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("node 0 on unknown: ssh: Could not resolve hostname", "or add it to DNS")
                .contains("node 1 on me@refused: me@refused: Permission denied", "ssh-copy-id me@refused")
                .contains("node 2 on silent: ssh: connect to host", "see whether the host is up")
                .doesNotContain(FIRST);
        assertThat(start(FIRST, temporary.resolve("missing"))).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("there is no " + temporary.resolve("missing"), "--sss");
        Path withoutJava = executable("without-java", "echo 'sss: no java in PATH; install Java 17' >&2; exit 1\n");
        assertThat(start(FIRST, withoutJava)).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("no java in PATH; install Java 17");
        ssh = temporary.resolve("no-ssh");
        assertThat(start(FIRST, sss)).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("cannot run", "--ssh");
        assertThat(directory).doesNotExist();
        assertThat(remote)
                .satisfiesAnyOf(
                        path -> assertThat(path).doesNotExist(),
                        path -> assertThat(path).isEmptyDirectory());
    }

    @Test
    void refusesOptionsThatDoNotFit() {
        assertThat(start("-oProxyCommand=x", sss)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--hosts takes names");
        assertThat(start("a,b@a", sss)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("names a twice");
        assertThat(sss("cluster", "start", "--hosts", "a", "--nodes", "2")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("leave out --nodes");
        assertThat(sss("cluster", "start", "--hosts", FIRST, "--sss", "/x", "--set", "security=auto"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("--set security=auto is for nodes of one machine");
        assertThat(directory).doesNotExist();
    }
}
