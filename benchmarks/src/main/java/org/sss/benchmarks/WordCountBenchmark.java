package org.sss.benchmarks;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.client.examples.WordCount;

/**
 * Import and WordCount in an embedded cluster or a running one: the first, cold, repetition and the median of the warm ones.
 *
 * <pre>{@code
 * java -cp 'benchmarks/target/dist/lib/*' org.sss.benchmarks.WordCountBenchmark --mib 256 --nodes 1
 * }</pre>
 */
public final class WordCountBenchmark {
    private static final long SEED = 7;
    private static final double MEGA = 1e6;

    private final SssClient client;
    private final Path text;
    private final int repetitions;
    private final long bytes;

    private WordCountBenchmark(SssClient client, Path text, int repetitions) throws IOException {
        this.client = client;
        this.text = text;
        this.repetitions = repetitions;
        bytes = Files.size(text);
    }

    public static void main(String[] args) throws IOException, ParseException {
        System.setProperty("logback.configurationFile", "org/sss/client/cli/logback-command.xml");
        Options options = new Options();
        options.addOption(null, "mib", true, "MiB of random text, 256 by default");
        options.addOption(null, "file", true, "count the words of this file instead");
        options.addOption(null, "nodes", true, "nodes of the embedded cluster, 1 by default");
        options.addOption(null, "cluster", true, "HOST:PORT of a running cluster to use instead");
        options.addOption(null, "repetitions", true, "of import and of WordCount, 6 by default; the first is cold");
        CommandLine line = new DefaultParser().parse(options, args);
        int repetitions = Integer.parseInt(line.getOptionValue("repetitions", "6"));
        Path text = line.hasOption("file") ? Path.of(line.getOptionValue("file"))
                : randomText(Long.parseLong(line.getOptionValue("mib", "256")) << 20);
        try (SssClient client = line.hasOption("cluster") ? SssClient.connect(line.getOptionValue("cluster"))
                : LocalCluster.start(Integer.parseInt(line.getOptionValue("nodes", "1")))) {
            new WordCountBenchmark(client, text, repetitions).run();
        } finally {
            if (!line.hasOption("file")) {
                Files.delete(text);
            }
        }
    }

    private static Path randomText(long bytes) throws IOException {
        Path file = Files.createTempFile("random-text-", ".txt");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            new RandomText(SEED).write(out, bytes);
        }
        return file;
    }

    private void run() {
        System.out.printf(Locale.ROOT, "%d bytes, %d subgroups, Java %s%n", bytes, client.cluster().subgroupCount(),
                Runtime.version());
        measure("import", () -> client.importText(WordCount.lines("benchmark.lines").replacing(), List.of(text),
                new Transferred()));
        measure("wordcount", () -> client.run(
                WordCount.workflow(WordCount.lines("benchmark.lines"), WordCount.counts("benchmark.counts").replacing())));
        client.drop("benchmark.lines");
        client.drop("benchmark.counts");
    }

    private void measure(String what, Runnable work) {
        double[] seconds = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
            long begin = System.nanoTime();
            work.run();
            seconds[i] = (System.nanoTime() - begin) / 1e9;
        }
        double[] warm = Arrays.copyOfRange(seconds, Math.min(1, repetitions - 1), repetitions);
        Arrays.sort(warm);
        double median = warm[warm.length / 2];
        System.out.printf(Locale.ROOT, "%-10s first %.3f s, warm median %.3f s (%.3f..%.3f), %.0f MB/s%n", what, seconds[0],
                median, warm[0], warm[warm.length - 1], bytes / median / MEGA);
    }
}
