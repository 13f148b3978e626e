package org.sss.benchmarks.stores;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.measure.Cleanup;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Usage;

/**
 * The storage of the seeds: Tokyo Cabinet with default tuning, one tuple per record, in a C program that gets the
 * records in ascending order. One file, one thread, nothing synced. A process of its own for each pass. One thread
 * calls.
 */
public final class TokyoProgram implements Store {
    private static final double MICROS_PER_SECOND = 1e6;

    private final String name;
    private final Path directory;
    private final Path program;
    private final boolean yields;

    /**
     * @param yields whether the library gives the processor away as often as Debian's build of it does
     * @throws SssException NOT_FOUND when the build left the program out, as for another kind of processor
     */
    public TokyoProgram(String name, Path directory, boolean yields) throws IOException {
        this.name = name;
        this.yields = yields;
        this.directory = Files.createDirectories(directory);
        program = unpack(directory.resolveSibling(name + "-program"));
    }

    private static Path unpack(Path to) throws IOException {
        String arch = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        String resource = "/org/sss/benchmarks/native/linux-" + arch + "/tokyo";
        try (InputStream in = TokyoProgram.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        "the C program " + resource
                                + " is not in the benchmarks' jar; build"
                                + " them on this kind of machine with gcc: mvn -DskipTests package");
            }
            Files.copy(in, to);
        }
        if (!to.toFile().setExecutable(true)) {
            throw new SssException(ErrorCode.STORAGE, "cannot make " + to + " executable; take another --dir");
        }
        return to;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean warmsUp() {
        return false;
    }

    @Override
    public Pass write(Records records) throws Exception {
        return run("write", records);
    }

    @Override
    public Pass read(Records records) throws Exception {
        return run("read", records);
    }

    private Pass run(String mode, Records records) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(), mode, directory.resolve("records.bdb").toString()));
        for (long number : new long[] {records.seed(), records.count(), records.valueBytes()}) {
            command.add(Long.toString(number));
        }
        if (!yields) {
            command.add("no-yield");
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Cleanup.Entry cleanup = Cleanup.atExit(process::destroyForcibly);
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new SssException(
                        ErrorCode.INTERNAL, "'" + String.join(" ", command) + "' failed: " + output.strip());
            }
            return pass(numbers(output));
        } finally {
            cleanup.run();
        }
    }

    private static Map<String, Long> numbers(String output) {
        Map<String, Long> numbers = new HashMap<>();
        output.lines().map(line -> line.split("=")).forEach(pair -> numbers.put(pair[0], Long.parseLong(pair[1])));
        return numbers;
    }

    private static Pass pass(Map<String, Long> numbers) {
        return new Pass(
                numbers.get("nanos"),
                numbers.get("tuples"),
                numbers.get("checksum"),
                new Latency(numbers.get("p50_nanos"), numbers.get("p99_nanos"), numbers.get("p999_nanos")),
                new Usage(numbers.get("cpu_micros") / MICROS_PER_SECOND, numbers.get("peak_rss_bytes")));
    }

    @Override
    public long diskBytes() {
        return DiskSpace.used(directory);
    }

    @Override
    public void drop() throws IOException {
        Files.delete(directory.resolve("records.bdb"));
    }

    @Override
    public void close() {
        DiskSpace.delete(directory);
    }
}
