package org.sss.benchmarks.programs;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.client.Scan;
import org.sss.client.SssClient;
import org.sss.client.text.Transferred;

/**
 * What the text programs have in common: lines come in, a group of answers goes out. With parameter {@code from=files} the lines are
 * read from the file itself, a task for each range of {@code split} bytes. One thread at a time.
 *
 * @param <L> what a line is seen as
 */
abstract class TextProgram<L, K, V> implements SssProgram {
    private static final String INPUT = "lines";
    private static final long SPLIT_BYTES = 128L << 20;

    private final Codec<L> lineCodec;
    private final TupleGroup<K, V> answers;
    private final BiFunction<K, V, String> line;
    private Lines<L> lines;

    /** @param line of one answer */
    TextProgram(Codec<L> lineCodec, TupleGroup<K, V> answers, BiFunction<K, V, String> line) {
        this.lineCodec = lineCodec;
        this.answers = answers;
        this.line = line;
    }

    /** @param replaced where the answers go */
    abstract Workflow workflow(Lines<L> from, TupleGroup<K, V> replaced);

    @Override
    public boolean load(SssClient client, Workload workload) {
        if (workload.parameter("from", "group").equals("files")) {
            long split = Long.parseLong(workload.parameter("split", Long.toString(SPLIT_BYTES)));
            lines = Lines.ofFile(workload.input(), lineCodec, split);
            return false;
        }
        lines = Lines.ofGroup(INPUT, lineCodec);
        client.importText(TupleGroup.of(INPUT, Codecs.LONG, Codecs.STRING).replacing(), List.of(workload.input()),
                new Transferred());
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        return Phases.of(client.run(workflow(lines, answers.replacing())));
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
