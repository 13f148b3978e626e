package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.net.rpc.Json;

/** A cluster of three processes, used through the command line in this process. */
abstract class ClusterFixture {
    static final String WORDS = """
            import org.sss.api.*;
            public class Words implements SssJob {
                public Workflow define(String[] args) {
                    TupleGroup<Long, String> lines = TupleGroup.of(args[0], Codecs.LONG, Codecs.STRING);
                    TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG).asTemporary();
                    TupleGroup<String, Long> counts = TupleGroup.of(args[1], Codecs.STRING, Codecs.LONG);
                    Workflow workflow = Workflow.named("words");
                    workflow.map(lines, words, (at, line, out) -> {
                        for (String word : line.split(" ")) {
                            out.emit(word, 1L);
                        }
                    }).combine(Combiner.sumLong());
                    workflow.reduce(words, counts, (word, ones, out) -> {
                        long sum = 0;
                        for (long one : ones) {
                            sum += one;
                        }
                        out.emit(word, sum);
                    });
                    return workflow;
                }
            }
            """;

    @TempDir
    Path directory;

    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    String address;

    abstract Path clusterDirectory();

    void startCluster(String... options) throws IOException {
        int code = sss(Stream.concat(
                        Stream.of(
                                "cluster",
                                "start",
                                "--nodes",
                                "3",
                                "--dir",
                                clusterDirectory().toString(),
                                "--port",
                                "0",
                                "--json"),
                        Stream.of(options))
                .toArray(String[]::new));
        assertThat(code).as("%s", err).isZero();
        address = Json.mapper().readTree(out.toByteArray()).get("cluster").asText();
    }

    String ok(String line) {
        int code = sss((line + " --cluster " + address).split(" "));
        assertThat(code).as("sss %s: %s", line, err).isZero();
        return out.toString(UTF_8);
    }

    int sss(String... args) {
        out.reset();
        err.reset();
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }
}
