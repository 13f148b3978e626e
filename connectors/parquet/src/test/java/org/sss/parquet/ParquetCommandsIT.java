package org.sss.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.client.testing.Installation;

/** The commands of the guide, in an installation into which the package is unpacked, on a cluster of two processes. */
class ParquetCommandsIT {
    private static final Path PACKAGE = Path.of("target/sss-parquet.tar.gz").toAbsolutePath();

    @TempDir
    private Path home;

    private Installation installation;

    @BeforeEach
    void install() throws IOException {
        installation = Installation.in(home, PACKAGE);
        Files.copy(Path.of(Reading.pyarrow("codec-snappy-1.0")), home.resolve("trips.parquet"));
    }

    @AfterEach
    void stop() throws Exception {
        installation.close();
    }

    @Test
    void theCommandsOfTheGuideWork() throws Exception {
        Map<String, String> printed = new HashMap<>();
        for (String command : Installation.commands("parquet.md")) {
            if (command.startsWith("./sss cluster start")) {
                installation.startCluster("./sss");
            } else {
                printed.put(command, installation.ok(command));
            }
        }
        assertThat(printed.get("./sss doctor || true")).contains("parquet (");
        assertThat(printed.get("./sss group scan trips --limit 3"))
                .contains("id=")
                .contains("tags=[");
        assertThat(installation.ok("./sss group count trips")).isEqualTo("10000\n");
        assertThat(Reading.all(home.resolve("names.parquet").toString()))
                .hasSize(10_000)
                .contains("17={id=17, name=\"name 17\"}");
        assertThat(Reading.all(home.resolve("ids.parquet").toString(), "long", "record(id:long)"))
                .hasSize(10_000);
        assertThat(Reading.all(home.resolve("texts.parquet").toString())).hasSize(10_000);
        aGroupComesBackFromAFile();
    }

    private void aGroupComesBackFromAFile() throws Exception {
        installation.ok("./sss group export trips copy.parquet");
        installation.ok("./sss group import copy copy.parquet");
        assertThat(installation.ok("./sss group scan copy")).isEqualTo(installation.ok("./sss group scan trips"));
        assertThat(types("copy")).hasSize(2).isEqualTo(types("trips"));
        Installation.Ran missing =
                installation.run("./sss group import no trips.parquet --values 'record(fare:double)'");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.output()).contains("trips.parquet' has no column 'fare', but id, name, text, score, tags");
        Installation.Ran nulls = installation.run("./sss group import no trips.parquet --values 'record(name:int)'");
        assertThat(nulls.output()).contains("column 'name' of file", "has the type BINARY (STRING)");
        assertThat(installation.ok("./sss group ls")).doesNotContain("\nno ");
    }

    private List<String> types(String group) throws Exception {
        return Pattern.compile("\"(keyType|valueType)\":\"[^\"]*\"")
                .matcher(installation.ok("./sss group stat " + group + " --json"))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void withoutTheConnectorItIsRefusedByName() throws Exception {
        installation.startCluster("./sss");
        for (String command : List.of(
                "./sss group import trips trips.parquet",
                "./sss group export trips out.parquet",
                "./sss stream --input files:trips.parquet --map cat --values-only --output x")) {
            Installation.Ran ran = installation.run(command);
            assertThat(ran.code()).as(command).isEqualTo(1);
            assertThat(ran.output())
                    .contains("no connector 'parquet' on this machine; unpack sss-parquet.tar.gz into ext/");
        }
        assertThat(installation.ok("./sss doctor || true")).contains("none in ext");
    }
}
