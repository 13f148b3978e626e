package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.sss.benchmarks.engine.HadoopFiles;
import org.sss.benchmarks.synthetic.Preset;
import org.sss.cli.terminal.Command;

/** What {@code sss bench all} runs. Stateless. */
final class AllSections {
    /** In options, for a file that {@link #writeJob} makes. */
    static final String JOB = "@job";

    /** In options, for what leaves every second point out of the lines of Hadoop, where that is measured. */
    static final String SPARSE = "@sparse";

    /** The same for lines of seven or eight points: it leaves three of four out. */
    static final String SPARSER = "@sparser";

    private static final String RUNS = " --repetitions 3 --warm-ups 1 --warm-up-seconds 1";
    /** Of the full run: as few as a median that is quoted takes, so that it ends within hours. */
    private static final String FEW = " --repetitions 5 --warm-ups 1";
    /** Of lines of many points, each with systems of its own: they are not waited for as long as others. */
    private static final String LINE = " " + SPARSER + FEW + " --warm-up-seconds 2";
    /** Each node of SSS is a process, and all keys are reduced by the neighbor of the node that has emitted them. */
    private static final String SHIFTED = " --nodes 4 --partition shifted";
    /** Values of 64 MiB, 64 KiB and 256 B: how flat the lines are; the other sweeps have those between. */
    private static final String FLAT = "--preset read,write,shuffle --total 512MiB --keys 8,8Ki,2Mi";
    /** Words by length, which nothing combines, are four times what such a heap holds. */
    private static final String LARGE = "--app wordcount,groupby --sizes 1GiB --api bytes";

    private static final List<String> STORES = List.of("sss", "sss-tuples", "hadoop");
    private static final List<String> ALONE = List.of("sss");
    private static final List<String> ALL = List.of("sss", "java", "spark", "hadoop");
    private static final List<String> RIVALS = List.of("sss", "spark", "hadoop");
    private static final List<String> FAST = List.of("sss", "java", "spark");

    /**
     * One command.
     *
     * @param name    of its directory in the report
     * @param minutes that the full one takes on two processors, beside all systems: as in README.md
     * @param systems that it can compare
     * @param maker   makes it
     * @param quick   its options with {@code --quick}, null when it is left out then
     * @param full    its options without
     */
    record Section(
            String name,
            int minutes,
            List<String> systems,
            Supplier<Command> maker,
            String command,
            String quick,
            String full) {
        /** What is about SSS is, whatever it is to be compared with. */
        boolean isWorthIt(List<String> chosen) {
            return systems.contains("sss") || systems.stream().anyMatch(chosen::contains);
        }
    }

    static final List<Section> OF_ALL = List.of(
            new Section(
                    "micro",
                    19,
                    STORES,
                    MicroCommand::new,
                    "micro",
                    "--records 100000 --values 8,2KiB" + RUNS,
                    "--rivals --values 8,256,2KiB,16KiB --bytes 256MiB" + FEW),
            new Section(
                    "delete",
                    5,
                    STORES,
                    DeleteCommand::new,
                    "delete",
                    "--sizes 1MiB,16MiB" + RUNS,
                    "--sizes 1MiB,32MiB,1GiB" + FEW),
            synthetic("read", 4, "read"),
            synthetic("write", 6, "write"),
            synthetic("shuffle", 10, "shuffle,shuffle-combiner"),
            new Section(
                    "synthetic-shifted",
                    2,
                    ALONE,
                    SyntheticCommand::new,
                    "synthetic",
                    "--preset shuffle --total 16MiB --keys 256" + SHIFTED + RUNS,
                    "--preset shuffle --sweep --total 256MiB" + SHIFTED + LINE),
            new Section(
                    "synthetic-flat",
                    4,
                    List.of("sss", "spark"),
                    SyntheticCommand::new,
                    "synthetic",
                    null,
                    FLAT + LINE),
            new Section(
                    "synthetic-files",
                    6,
                    List.of("sss", "hadoop", HadoopFiles.NAME),
                    SyntheticCommand::new,
                    "synthetic",
                    null,
                    "--preset write --keys 256 --total 64MiB" + FEW),
            new Section(
                    "macro",
                    11,
                    STORES,
                    MacroCommand::new,
                    "macro",
                    "--pairs 64Ki --total 32MiB" + RUNS,
                    "--pairs 16Ki,64Ki,256Ki,1Mi --total 128MiB" + LINE),
            new Section(
                    "macro-shifted",
                    2,
                    ALONE,
                    MacroCommand::new,
                    "macro",
                    null,
                    "--workload shuffle-keys-pairs,shuffle-keys-1024 --total 128MiB" + SHIFTED + LINE),
            text(
                    "text",
                    17,
                    ALL,
                    "--app wordcount,groupby --sizes 16MiB --api bytes" + RUNS,
                    "--sizes 64MiB,256MiB " + SPARSE + FEW),
            text("text-files", 3, FAST, null, "--app wordcount --sizes 1GiB --api bytes --from group,files" + FEW),
            text("text-zipf", 2, FAST, null, "--app wordcount --sizes 256MiB --api bytes --text zipf" + FEW),
            text(
                    "text-keys",
                    1,
                    FAST,
                    null,
                    "--app wordcount --sizes 256MiB --api bytes --text zipf --word-bytes 8-200" + FEW),
            text("text-processes", 6, FAST, null, "--sizes 256MiB --api bytes --processes" + FEW),
            text("larger-than-heap", 2, ALONE, null, LARGE + " --heap 256m" + FEW),
            text("within-heap", 2, ALONE, null, LARGE + FEW),
            new Section(
                    "iterate",
                    3,
                    FAST,
                    IterateCommand::new,
                    "iterate",
                    "--points 100000 --vertices 10000 --edges 100000" + RUNS,
                    FEW),
            new Section(
                    "iterate-hadoop",
                    5,
                    List.of("hadoop"),
                    IterateCommand::new,
                    "iterate",
                    null,
                    "--iterations 5 --repetitions 1 --warm-ups 0"),
            new Section("sort", 6, ALL, SortRecordsCommand::new, "sort", "--sizes 32MiB" + RUNS, FEW),
            apps("apps", 5, "--scale 0.01 --app wc,hist,pca,kmeans" + RUNS, "--scale 1" + FEW),
            apps("apps-hash", 3, null, "--scale 1 --app hist,lr --buffer hash" + FEW),
            apps("apps-no-combiner", 3, null, "--scale 0.1 --app wc,hist,lr,sm --combiner off" + FEW),
            apps("apps-cores", 3, null, "--scale 0.1 --cores doubling" + FEW + " --warm-up-seconds 2"),
            new Section(
                    "latency",
                    5,
                    List.of("sss", "spark"),
                    LatencyCommand::new,
                    "latency",
                    "--jobs 200 --loops 1,100" + RUNS,
                    FEW),
            new Section(
                    "shuffle-lines",
                    4,
                    List.of("sss", "spark"),
                    ShuffleCommand::new,
                    "shuffle",
                    null,
                    "--app groupby --method fully-connected,pairwise --transport tcp,shm,ucx --nodes 4 --processes"
                            + " --set net.ucx.tls=sm,self"
                            + " --sizes 16MiB,32MiB,64MiB,128MiB,256MiB" + FEW + " --warm-up-seconds 2"),
            new Section(
                    "shuffle",
                    6,
                    ALONE,
                    ShuffleCommand::new,
                    "shuffle",
                    "--app groupby,skew --sizes 4MiB --skew 3.0"
                            + " --skew-bytes 4MiB --method direct,pairwise,dsa-sms --nodes 4" + RUNS,
                    "--app groupby,skew --sizes 16MiB,256MiB --skew 2.5:3.0:0.5 --nodes 4" + FEW
                            + " --warm-up-seconds 2"),
            scale("scale", 3, "--size 16MiB --counts 1,8 --app wordcount" + RUNS, "--counts 1,4,16" + FEW),
            scale("scale-processes", 5, null, "--counts 1,4,16 --processes --node-heap 512m" + FEW),
            new Section(
                    "fit",
                    4,
                    ALONE,
                    FitCommand::new,
                    "fit",
                    "--conf " + JOB + " --calibrate 8MiB --transport local" + RUNS,
                    "--conf " + JOB + FEW));

    private AllSections() {}

    /** A section for each figure. */
    private static Section synthetic(String name, int minutes, String presets) {
        String options = "--preset " + presets;
        return new Section(
                "synthetic-" + name,
                minutes,
                RIVALS,
                SyntheticCommand::new,
                "synthetic",
                options + " --total 64MiB" + RUNS,
                options + " --sweep --total 256MiB" + LINE);
    }

    private static Section text(String name, int minutes, List<String> systems, String quick, String full) {
        return new Section(name, minutes, systems, TextCommand::new, "text", quick, full);
    }

    private static Section apps(String name, int minutes, String quick, String full) {
        return new Section(name, minutes, List.of("sss", "java"), AppsCommand::new, "apps", quick, full);
    }

    private static Section scale(String name, int minutes, String quick, String full) {
        return new Section(name, minutes, ALONE, ScaleCommand::new, "scale", quick, full);
    }

    /**
     * The job that {@code fit} predicts: the middle of the shuffle preset, at another size than the short runs have.
     */
    static Path writeJob(Path directory, long bytes) throws IOException {
        List<String> lines = new ArrayList<>();
        Preset.SHUFFLE
                .at(Preset.SHUFFLE.middle(), bytes, 1)
                .toMap()
                .forEach((name, value) -> lines.add(name + " = " + value));
        return Files.write(Files.createDirectories(directory).resolve("job.properties"), lines);
    }
}
