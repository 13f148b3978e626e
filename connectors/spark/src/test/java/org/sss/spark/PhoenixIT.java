package org.sss.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.data.InputFiles;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.engine.Program;
import org.sss.benchmarks.engine.Programs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.programs.PlainPrograms;
import org.sss.benchmarks.programs.SssPrograms;

/** The seven applications of Phoenix, and PageRank: on Spark they have the answers of plain programs. */
class PhoenixIT {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"wordcount", "histogram", "kmeans", "regression", "match", "pca", "multiply", "pagerank"})
    void theAnswerIsThatOfAPlainProgram(String name) throws Exception {
        Path file = directory.resolve("input");
        InputFiles.write(input(name), file);
        Path work = Files.createDirectories(directory.resolve("work"));
        Workload workload = new Workload(name, file, parameters(name), work);
        assertThat(digest(new SssPrograms(), workload)).isEqualTo(digest(new PlainPrograms(), workload));
    }

    private static Generator input(String name) {
        return switch (name) {
            case "histogram" -> RecordInputs.image(300_000);
            case "kmeans" -> RecordInputs.points(5_000, 3);
            case "regression" -> RecordInputs.pairs(300_000);
            case "match" -> LineInputs.needles(1 << 20);
            case "pca" -> RecordInputs.matrix(80, 80, 100);
            case "multiply" -> RecordInputs.matrix(160, 80, 11);
            case "pagerank" -> LineInputs.graph(2_000, 20_000);
            default -> LineInputs.zipf(1 << 20, 5_000);
        };
    }

    private static Map<String, String> parameters(String name) {
        Map<String, String> parameters = new HashMap<>(Map.of("heap", "1g", "nodes", "2", "sums", "hash"));
        switch (name) {
            case "kmeans" -> parameters.putAll(Map.of("dimensions", "3", "clusters", "16", "iterations", "5"));
            case "pca", "multiply" -> parameters.put("size", "80");
            case "pagerank" -> parameters.putAll(Map.of("iterations", "12", "vertices", "2000"));
            default -> parameters.put("api", "string");
        }
        return parameters;
    }

    private static String digest(Programs programs, Workload workload) throws Exception {
        try (Program program = programs.open(workload)) {
            program.load();
            program.run();
            return program.digest();
        }
    }
}
