package org.sss.benchmarks.programs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.client.Scan;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.io.Sources;

/**
 * What the text programs have in common: lines come in, a group of answers goes out. With parameter {@code from=files}
 * the lines are read from the file itself, a task for each range of {@code split} bytes. One thread at a time.
 *
 * @param <L> what a line is seen as
 */
final class TextProgram<L, K, V> implements SssProgram {
    private static final String INPUT = "lines";
    private static final long SPLIT_BYTES = 128L << 20;

    private final Codec<L> lineCodec;
    private final TupleGroup<K, V> answers;
    private final BiFunction<K, V, String> line;
    private final BiFunction<Lines<L>, TupleGroup<K, V>, Workflow> workflow;
    private Lines<L> lines;

    /**
     * The lines by their positions: a group, or a file as it is. Immutable.
     *
     * @param group null when it is the file
     * @param file  null when it is the group
     */
    record Lines<L>(TupleGroup<Long, L> group, TupleSource<Long, L> file) {
        <K2, V2> MapJob<K2, V2> map(Workflow workflow, TupleGroup<K2, V2> output, Mapper<Long, L, K2, V2> mapper) {
            return file == null ? workflow.map(group, output, mapper) : workflow.map(file, output, mapper);
        }
    }

    /**
     * @param line     of one answer
     * @param workflow from the lines to the answers
     */
    TextProgram(
            Codec<L> lineCodec,
            TupleGroup<K, V> answers,
            BiFunction<K, V, String> line,
            BiFunction<Lines<L>, TupleGroup<K, V>, Workflow> workflow) {
        this.lineCodec = lineCodec;
        this.answers = answers;
        this.line = line;
        this.workflow = workflow;
    }

    @Override
    public boolean load(SssClient client, Workload workload) {
        if (workload.parameter("from", "group").equals("files")) {
            long split = Long.parseLong(workload.parameter("split", Long.toString(SPLIT_BYTES)));
            Path file = workload.input().toAbsolutePath();
            lines = new Lines<>(
                    null,
                    Sources.text(file.toString()).as(Codecs.LONG, lineCodec).splitBytes(split));
            return false;
        }
        lines = new Lines<>(TupleGroup.of(INPUT, Codecs.LONG, lineCodec), null);
        client.importText(
                TupleGroup.of(INPUT, Codecs.LONG, Codecs.STRING).replacing(),
                List.of(workload.input()),
                new Transferred());
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        return SssProgram.run(client, workflow.apply(lines, answers.replacing()), workload);
    }

    @Override
    public String digest(SssClient client) {
        LineDigest digest = new LineDigest();
        try (Scan<K, V> scan = client.scan(answers)) {
            scan.forEach(entry -> digest.add(line.apply(entry.getKey(), entry.getValue())));
        }
        return digest.digest();
    }
}
