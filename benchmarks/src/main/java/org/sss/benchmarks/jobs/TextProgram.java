package org.sss.benchmarks.jobs;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.sss.api.TupleGroup;
import org.sss.api.Codecs;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.Scan;
import org.sss.client.SssClient;
import org.sss.client.Transferred;

/** What the text programs have in common: lines come in, a group of answers goes out. Immutable. */
abstract class TextProgram<K, V> implements SssProgram {
    static final String INPUT = "lines";

    private final TupleGroup<K, V> answers;
    private final BiFunction<K, V, String> line;

    /** @param line of one answer */
    TextProgram(TupleGroup<K, V> answers, BiFunction<K, V, String> line) {
        this.answers = answers;
        this.line = line;
    }

    /** From {@link #INPUT} to {@code answers}, which may be there. */
    abstract Workflow workflow(TupleGroup<K, V> replaced);

    @Override
    public boolean load(SssClient client, Workload workload) {
        client.importText(TupleGroup.of(INPUT, Codecs.LONG, Codecs.STRING).replacing(), List.of(workload.input()),
                new Transferred());
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        return Phases.of(client.run(workflow(answers.replacing())));
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
