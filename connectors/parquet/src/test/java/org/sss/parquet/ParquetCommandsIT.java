package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the guide, in an installation into which the package is unpacked, on a cluster of two processes. */
class ParquetCommandsIT {
    private static final Path GUIDE = Path.of("../../docs/guide/parquet.md");
    private static final Path PACKAGE = Path.of("target/sss-parquet.tar.gz").toAbsolutePath();
    private static final Path LIB = Path.of("../../sss-client/cli/target/dist/lib");

    @TempDir
    private Path home;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void install() throws IOException {
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("ext"));
        try (Stream<Path> jars = Files.list(LIB)) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, home.resolve("lib").resolve(jar.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Files.copy(Path.of("../../sss"), home.resolve("sss"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(PACKAGE, home.resolve("sss-parquet.tar.gz"));
        Files.copy(Path.of(Reading.pyarrow("codec-snappy-1.0")), home.resolve("trips.parquet"));
        environment.put("SSS_HEAP", "256m");
        environment.put("SSS_CLASS_ARCHIVE", "no");
        environment.put("XDG_CONFIG_HOME", home.resolve("config").toString());
    }

    @AfterEach
    void stop() throws Exception {
        run("./sss cluster stop --dir cluster");
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

    private void startCluster() throws Exception {
        String json = ok("./sss cluster start --nodes 2 --dir cluster --port 0 --json");
        Matcher address = Pattern.compile("\"cluster\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
        assertThat(address.find()).as(json).isTrue();
        environment.put("SSS_CLUSTER", address.group(1));
    }

    /** Returns the lines of the blocks of the page. */
    private static List<String> commands() throws IOException {
        Matcher blocks = Pattern.compile("(?s)```sh\n(.*?)```").matcher(Files.readString(GUIDE));
        List<String> commands = new ArrayList<>();
        while (blocks.find()) {
            blocks.group(1).lines().forEach(commands::add);
        }
        assertThat(commands).hasSizeGreaterThan(7);
        return commands;
    }

    @Test
    void theCommandsOfTheGuideWork() throws Exception {
        Map<String, String> printed = new HashMap<>();
        for (String command : commands()) {
            if (command.startsWith("./sss cluster start")) {
                startCluster();
            } else {
                printed.put(command, ok(command));
            }
        }
        assertThat(printed.get("./sss doctor || true")).contains("parquet (");
        assertThat(printed.get("./sss group scan trips --limit 3"))
                .contains("id=")
                .contains("tags=[");
        assertThat(ok("./sss group count trips")).isEqualTo("10000\n");
        assertThat(Reading.all(home.resolve("names.parquet").toString()))
                .hasSize(10_000)
                .contains("17={id=17, name=\"name 17\"}");
        assertThat(Reading.all(home.resolve("ids.parquet").toString(), "long", "record(id:long)"))
                .hasSize(10_000);
        assertThat(Reading.all(home.resolve("texts.parquet").toString())).hasSize(10_000);
        aGroupComesBackFromAFile();
    }

    private void aGroupComesBackFromAFile() throws Exception {
        ok("./sss group export trips copy.parquet");
        ok("./sss group import copy copy.parquet");
        assertThat(ok("./sss group scan copy")).isEqualTo(ok("./sss group scan trips"));
        assertThat(types("copy")).hasSize(2).isEqualTo(types("trips"));
        Ran missing = run("./sss group import no trips.parquet --values 'record(fare:double)'");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.output()).contains("trips.parquet' has no column 'fare', but id, name, text, score, tags");
        Ran nulls = run("./sss group import no trips.parquet --values 'record(name:int)'");
        assertThat(nulls.output()).contains("column 'name' of file", "has the type BINARY (STRING)");
        assertThat(ok("./sss group ls")).doesNotContain("\nno ");
    }

    private List<String> types(String group) throws Exception {
        return Pattern.compile("\"(keyType|valueType)\":\"[^\"]*\"")
                .matcher(ok("./sss group stat " + group + " --json"))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void withoutTheConnectorItIsRefusedByName() throws Exception {
        startCluster();
        for (String command : List.of(
                "./sss group import trips trips.parquet",
                "./sss group export trips out.parquet",
                "./sss stream --input files:trips.parquet --map cat --values-only --output x")) {
            Ran ran = run(command);
            assertThat(ran.code()).as(command).isEqualTo(1);
            assertThat(ran.output())
                    .contains("no connector 'parquet' on this machine; unpack sss-parquet.tar.gz into ext/");
        }
        assertThat(ok("./sss doctor || true")).contains("none in ext");
    }
}
