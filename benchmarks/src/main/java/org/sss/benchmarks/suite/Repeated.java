package org.sss.benchmarks.suite;

import java.util.ArrayList;
import java.util.List;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.Repetitions;

/**
 * One case, done by one session again and again: first to warm up, then to be measured. Immutable.
 *
 * @param warmUpSeconds of each repetition that does not count
 * @param runs          those that count: fewer than asked for when they last long, see {@link Repetitions}
 */
public record Repeated(List<Double> warmUpSeconds, List<Measurement> runs) {
    /** One repetition; throws when its answer is wrong. */
    public interface Once {
        Measurement run() throws Exception;
    }

    /**
     * @param what   for the progress
     * @param weight of a repetition, for the progress
     */
    public static Repeated of(Once once, WarmUp warmUp, int wanted, BenchProgress progress, String what, double weight)
            throws Exception {
        List<Double> warmUps = new ArrayList<>();
        WarmUpWatch watch = new WarmUpWatch(warmUp);
        while (!watch.isEnough()) {
            progress.start(what + ": warm-up");
            Measurement run = once.run();
            warmUps.add(run.seconds());
            watch.add(run.seconds(), run.usage().compilerSeconds());
        }
        progress.step(warmUp.weight(weight));
        List<Measurement> runs = new ArrayList<>();
        int repetitions = warmUps.isEmpty() ? wanted : Repetitions.of(wanted, warmUps.get(warmUps.size() - 1));
        for (int i = 1; i <= repetitions; i++) {
            progress.start(what + ": repetition " + i + " of " + repetitions);
            runs.add(once.run());
            progress.step(weight);
            if (warmUps.isEmpty()) {
                repetitions = Repetitions.of(wanted, runs.get(0).seconds());
            }
        }
        progress.step((wanted - repetitions) * weight);
        return new Repeated(warmUps, runs);
    }

    /** Of the very first repetition. */
    public double firstSeconds() {
        return warmUpSeconds.isEmpty() ? runs.get(0).seconds() : warmUpSeconds.get(0);
    }
}
