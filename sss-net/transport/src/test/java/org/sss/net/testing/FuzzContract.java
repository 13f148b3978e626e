package org.sss.net.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the fuzz targets of a module over the inputs in {@code src/test/resources/fuzz}: {@code seed-*} are the output
 * of {@link FuzzTarget#seeds}, all others are regression inputs of bugs. {@link FuzzRun} creates new ones.
 *
 * <p>After an intended change of a format, run the test with {@code -Dfuzz.seeds=write} once.
 */
public abstract class FuzzContract {
    private static final Path KEPT = Path.of("src/test/resources/fuzz");
    private static final String SEED = "seed-";

    /** All targets of the module. */
    public abstract List<FuzzTarget> targets();

    @TestFactory
    Stream<DynamicTest> seedsAreWhatTheCodeWrites() {
        return targets().stream().map(target -> DynamicTest.dynamicTest(target.name(), () -> checkSeeds(target)));
    }

    @TestFactory
    Stream<DynamicTest> seedsAreAccepted() {
        return targets().stream()
                .map(target -> DynamicTest.dynamicTest(target.name(), () -> {
                    for (Map.Entry<String, byte[]> seed : target.seeds().entrySet()) {
                        assertThat(target.accepts(seed.getValue()))
                                .as(seed.getKey())
                                .isTrue();
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> regressionInputsFindNoBug() {
        return targets().stream()
                .map(target -> DynamicTest.dynamicTest(target.name(), () -> {
                    for (Path input : inputs(target)) {
                        target.accepts(Files.readAllBytes(input));
                    }
                }));
    }

    static Path directory(FuzzTarget target) {
        return KEPT.resolve(target.name());
    }

    private static void checkSeeds(FuzzTarget target) throws IOException {
        if ("write".equals(System.getProperty("fuzz.seeds"))) {
            write(target);
        }
        Map<String, byte[]> there = new TreeMap<>();
        for (Path input : inputs(target)) {
            String name = input.getFileName().toString();
            if (name.startsWith(SEED)) {
                there.put(name.substring(SEED.length()), Files.readAllBytes(input));
            }
        }
        assertThat(there.keySet())
                .as("seeds in " + directory(target))
                .isEqualTo(new TreeMap<>(target.seeds()).keySet());
        there.forEach((name, bytes) -> assertThat(bytes)
                .as(
                        "%s in %s; when the format was changed on purpose, run this test with -Dfuzz.seeds=write",
                        name, directory(target))
                .isEqualTo(target.seeds().get(name)));
    }

    private static void write(FuzzTarget target) throws IOException {
        Files.createDirectories(directory(target));
        for (Path old : inputs(target)) {
            if (old.getFileName().toString().startsWith(SEED)) {
                Files.delete(old);
            }
        }
        for (Map.Entry<String, byte[]> seed : target.seeds().entrySet()) {
            Files.write(directory(target).resolve(SEED + seed.getKey()), seed.getValue());
        }
    }

    private static List<Path> inputs(FuzzTarget target) throws IOException {
        if (!Files.exists(directory(target))) {
            return new ArrayList<>();
        }
        try (Stream<Path> files = Files.list(directory(target))) {
            return files.sorted().toList();
        }
    }
}
