package org.sss.net.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Searches inputs that break the fuzz targets of a module, guided by coverage: one Jazzer process per target. Its
 * corpus and log stay in {@code target/fuzz}. The exit code is 1 if something was found. One thread.
 */
public final class FuzzRun {
    private static final Path WORK = Path.of("target/fuzz");
    private static final Pattern EXECUTED = Pattern.compile("stat::number_of_executed_units: (\\d+)");
    private static final Pattern COVERED = Pattern.compile("cov: (\\d+) ft: (\\d+) corp: (\\d+)");

    private FuzzRun() {}

    /**
     * @param args class name of the {@link FuzzContract}, seconds for each target, substring of the names of the
     *     targets
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<FuzzTarget> targets = FuzzEntry.targets(args[0]).stream()
                .filter(each -> each.name().contains(args[2]))
                .toList();
        int failed = 0;
        for (FuzzTarget target : targets) {
            failed += run(args[0], target, Integer.parseInt(args[1])) ? 0 : 1;
        }
        System.exit(failed == 0 ? 0 : 1);
    }

    private static boolean run(String contract, FuzzTarget target, int seconds)
            throws IOException, InterruptedException {
        if (!Files.isDirectory(FuzzContract.directory(target))) {
            throw new IOException(
                    "no seeds in " + FuzzContract.directory(target) + "; run the test with -Dfuzz.seeds=write");
        }
        Path work = Files.createDirectories(WORK.resolve(target.name()));
        Files.createDirectories(work.resolve("corpus"));
        Path log = work.resolve("log");
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(command(contract, target, seconds, work))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        boolean good = process.waitFor() == 0;
        report(
                target,
                Files.readString(log, StandardCharsets.ISO_8859_1),
                (System.nanoTime() - startNanos) / 1e9,
                good);
        if (!good) {
            System.out.println(
                    "    see " + log.toAbsolutePath() + "; keep the input in " + FuzzContract.directory(target));
        }
        return good;
    }

    private static List<String> command(String contract, FuzzTarget target, int seconds, Path work) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-Xmx512m",
                "-Xss1m",
                "-XX:MaxJavaStackTraceDepth=16",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + FuzzEntry.class.getName(),
                "--target_args=" + contract + " " + target.name(),
                "--instrumentation_includes=org.sss.**",
                "--custom_hook_includes=org.sss.**",
                "--reproducer_path=" + work,
                "-artifact_prefix=" + work + "/",
                "-max_total_time=" + seconds,
                "-print_final_stats=1",
                "-timeout=20",
                "-rss_limit_mb=2048",
                "-max_len=16384",
                work.resolve("corpus").toString(),
                FuzzContract.directory(target).toString());
    }

    private static void report(FuzzTarget target, String log, double seconds, boolean good) {
        long executed = last(EXECUTED, log, 1);
        System.out.printf(
                "%-22s %,12d inputs in %4.0f s (%,d a minute), coverage %d, corpus %d: %s%n",
                target.name(),
                executed,
                seconds,
                Math.round(executed * 60 / seconds),
                last(COVERED, log, 1),
                last(COVERED, log, 3),
                good ? "nothing found" : "FOUND A BUG");
    }

    private static long last(Pattern pattern, String log, int group) {
        Matcher matcher = pattern.matcher(log);
        return Stream.iterate(matcher, Matcher::find, m -> m)
                .mapToLong(m -> Long.parseLong(m.group(group)))
                .reduce(0, (before, found) -> found);
    }
}
