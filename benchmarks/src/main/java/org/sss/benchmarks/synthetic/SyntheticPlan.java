package org.sss.benchmarks.synthetic;

import java.nio.file.Path;
import java.util.List;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.suite.EverySecond;
import org.sss.benchmarks.suite.WarmUp;

/**
 * What is to be measured. Immutable.
 *
 * @param warmUp of each point and system
 * @param repetitions that count; of long runs fewer, see {@link org.sss.benchmarks.measure.Repetitions}
 * @param heap   of each system, such as {@code 2g}, or null; the nodes of SSS share it
 * @param everySecond systems that do not run all points of a line
 */
public record SyntheticPlan(List<SyntheticPoint> points, List<Engine> systems, WarmUp warmUp, int repetitions, String heap,
        Path directory, EverySecond everySecond) {
}
