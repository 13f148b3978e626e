package org.sss.benchmarks.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;

/**
 * The jars of a rival in the cache directory, where Maven puts them when it is asked to. Immutable.
 *
 * @param name    such as {@code spark}; a file {@code NAME.pom.xml} beside this class says what Maven is to resolve
 * @param version for the name of the directory
 */
public record RivalLibrary(String name, String version) {
    private static final String COMPLETE = "complete";
    private static final long RESOLVE_MINUTES = 30;
    private static final int SHOWN_CHARACTERS = 1000;

    /** {@code SSS_BENCH_CACHE}, else {@code sss-bench} where the user's caches are. */
    static Path cache() {
        String own = System.getenv("SSS_BENCH_CACHE");
        if (own != null && !own.isBlank()) {
            return Path.of(own);
        }
        String caches = System.getenv("XDG_CACHE_HOME");
        return (caches == null || caches.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(caches))
                .resolve("sss-bench");
    }

    public Path directory() {
        return cache().resolve(name + "-" + version);
    }

    public boolean isThere() {
        return Files.exists(directory().resolve(COMPLETE));
    }

    /** As {@link org.sss.benchmarks.engine.Engine#missing()}. */
    Optional<String> missing() {
        return isThere()
                ? Optional.empty()
                : Optional.of("no " + name + " " + version + " in " + directory() + "; 'sss bench get " + name
                        + "' fetches it there with Maven");
    }

    List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Lets Maven resolve the jars, unless they are there.
     *
     * @throws SssException INTERNAL with what Maven says
     */
    public void get() throws IOException, InterruptedException {
        if (isThere()) {
            return;
        }
        DiskSpace.delete(directory());
        Files.createDirectories(directory());
        Path pom = directory().resolve("pom.xml");
        try (InputStream in = RivalLibrary.class.getResourceAsStream(name + ".pom.xml")) {
            Files.writeString(pom, new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@version@", version));
        }
        Path log = directory().resolve("maven.log");
        if (!run(
                log,
                "mvn",
                "-B",
                "-q",
                "-f",
                pom.toString(),
                "org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies",
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + directory())) {
            String text = Files.readString(log).strip();
            throw new SssException(
                    ErrorCode.INTERNAL,
                    "Maven cannot resolve " + name + " " + version + ": "
                            + text.substring(0, Math.min(SHOWN_CHARACTERS, text.length())) + " (log: " + log + ")");
        }
        Files.createFile(directory().resolve(COMPLETE));
    }

    private static boolean run(Path log, String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no mvn in PATH; install Maven 3.8.7 or newer", e);
        }
        if (!process.waitFor(RESOLVE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new SssException(
                    ErrorCode.TIMEOUT, "Maven did not end within " + RESOLVE_MINUTES + " minutes (log: " + log + ")");
        }
        return process.exitValue() == 0;
    }
}
