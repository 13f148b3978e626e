package org.sss.benchmarks.synthetic;

import java.util.Map;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Usage;

/** Says what the parameters say, or something else, and that it took so many seconds. */
record FakeEngine(String name, boolean isRight, double seconds) implements Engine {
    @Override
    public boolean runs(Workload workload) {
        return !workload.parameter("conf.partitionMethod", "").equals("local");
    }

    @Override
    public EngineSession open(Workload workload) {
        SyntheticConf conf = SyntheticConf.ofParameters(workload.parameters());
        Answer answer = Answer.expected(conf);
        String digest = isRight
                ? answer.digest(conf)
                : new Answer(
                                answer.inputPairs(),
                                answer.inputCheck(),
                                answer.reduceKeys(),
                                answer.reducePairs() - 1,
                                0,
                                answer.outPairs(),
                                answer.outBytes(),
                                answer.outCheck())
                        .digest(conf);
        return new EngineSession() {
            @Override
            public double importSeconds() {
                return 0;
            }

            @Override
            public Measurement run() {
                return new Measurement(seconds, new Usage(2 * seconds, 1 << 20, 1000), digest, Map.of());
            }

            @Override
            public void close() {}
        };
    }
}
